import { VersioningType, type VersioningOptions } from '@nestjs/common';
import { TUS_RESUMABLE } from '@tus/utils';
import type { Request } from 'express';

/** The version (in Nest's sense) of routes of the tus protocol. */
export const TUS = `tus ${TUS_RESUMABLE}`;

/**
 * Selects the controller of a request: `Tus-Resumable` names the version of the protocol that the client speaks. A
 * route without a version serves every request that no route before it takes.
 */
export const uploadProtocols: VersioningOptions = {
  type: VersioningType.CUSTOM,
  extractor: (request) => ((request as Request).headers['tus-resumable'] === undefined ? '' : TUS),
};
