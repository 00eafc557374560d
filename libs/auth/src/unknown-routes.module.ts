import { AppError } from '@app/http';
import { All, Controller, Module } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Requires } from './requires.js';

/** Below the API's prefix, unknown routes go through the same checks as known ones: 401, then 429, then 404 (decisions 2.7). */
@ApiExcludeController()
@Controller()
export class UnknownRoutesController {
  @All('*path')
  @Requires(null)
  refuse(): never {
    throw new AppError('not_found', 'There is nothing at this address.');
  }
}

/** Must be the last import of the application: routes are tried in the order of their modules. */
@Module({ controllers: [UnknownRoutesController] })
export class UnknownRoutesModule {}
