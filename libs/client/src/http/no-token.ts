/** `getToken` threw: with `cause`. */
export class NoToken {
  constructor(readonly cause: unknown) {}
}
