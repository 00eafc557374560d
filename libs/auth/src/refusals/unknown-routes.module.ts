import { answerPreflight, unknownAddress } from '@app/http/server';
import { All, Controller, Module, Options, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public, Requires } from '../permissions/permission.guard.js';

/** Below the API's prefix, unknown routes have the checks of known ones: 401, then 429, then 404 (contract 2.7). */
@ApiExcludeController()
@Controller()
class UnknownRoutesController {
  /** Preflights carry no token. A route with an OPTIONS of its own answers its preflights itself. */
  @Options('*path')
  @Public()
  preflight(@Req() request: Request, @Res() response: Response): void {
    answerPreflight(request, response);
  }

  @All('*path')
  @Requires(null)
  refuse(@Req() request: Request): never {
    throw unknownAddress(request);
  }
}

/** Must be the last import of the application: routes are tried in the order of their modules. */
@Module({ controllers: [UnknownRoutesController] })
export class UnknownRoutesModule {}
