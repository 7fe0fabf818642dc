/**
 * The global object of a JavaScript platform. Only in Node, `process` has the function
 * `getBuiltinModule`.
 */
export interface PlatformGlobals {
  readonly process?: Partial<Pick<NodeJS.Process, "getBuiltinModule">>;
}
