/** A JavaScript platform with the builtin modules of Node has this; others have none of it. */
export interface Platform {
  readonly process?: Partial<Pick<NodeJS.Process, "getBuiltinModule">>;
}
