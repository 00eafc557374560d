import { callerOf } from '@app/auth';
import { createParamDecorator, Injectable, UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { VideoStock } from './video-stock.entity.js';
import { VideoStocksService } from './video-stocks.service.js';

type WithStock = Request<{ stock: string }> & { ownedStock?: VideoStock };

/** Fourth of the checks: the stock in the path exists and its podcast is the caller's (404 otherwise), before the body is read. */
@Injectable()
export class OwnsStockGuard implements CanActivate {
  constructor(private readonly stocks: VideoStocksService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<WithStock>();
    request.ownedStock = await this.stocks.find(request.params.stock, callerOf(context).userId);
    return true;
  }
}

/** On a route whose path has `:stock`. Guards of a route run after the global ones, so the order of decisions 2.7 holds. */
export const OwnsStock = (): MethodDecorator & ClassDecorator => UseGuards(OwnsStockGuard);

/** The stock of an {@link OwnsStock} route, as it was when the request came. */
export const TheStock = createParamDecorator((_: unknown, context: ExecutionContext): VideoStock => {
  const { ownedStock } = context.switchToHttp().getRequest<WithStock>();
  if (!ownedStock) throw new Error('the route lacks @OwnsStock()');
  return ownedStock;
});
