/** Where a call goes. */
export interface CallPlace {
  /** Where the participant serves its API, without a slash at the end. */
  readonly base: string;
  /** Below that. */
  readonly path: string;
  /** Absent when there is none. */
  readonly query: string | undefined;
}

/** A participant may serve its API below a path of its own. */
export const placeOf = (address: string | URL): CallPlace => {
  const { protocol, host, pathname, search } = new URL(address, "http://ledger.invalid");
  const start = /\/v[02]\//u.exec(pathname)?.index ?? 0;
  return {
    base: `${protocol.replace(/^ws/u, "http")}//${host}${pathname.slice(0, start)}`,
    path: pathname.slice(start),
    query: search === "" ? undefined : search.slice(1),
  };
};
