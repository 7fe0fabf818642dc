/** Pages of the documentation site, by the documents that they are made from. */
export const sitePathByDocument: ReadonlyMap<string, string>;

/** Every page that the sidebar links. */
export const listedPages: ReadonlySet<string>;
