declare global {
  // Express's own way of adding to its request.
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace Express {
    // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- only interfaces merge
    interface Request {
      /** Names the request in logs and in `X-Request-Id`. */
      id: string;
    }
  }
}

export {};
