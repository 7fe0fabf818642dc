// The location of the documentation site on its host, and its versions.
import { execFileSync } from "node:child_process";

/** URL of the site, such as https://owner.github.io/ledger-in-a-box/. Undefined for a site that is only looked at. */
const url = process.env.DOCS_URL?.replace(/\/*$/u, "/");

/** Tag of the version that is built, such as v0.1.0. Undefined for the newest commit. */
const { DOCS_VERSION } = process.env;

/** Path of the site on its host. */
export const base = `${url === undefined ? "/" : new URL(url).pathname}${DOCS_VERSION === undefined ? "" : `${DOCS_VERSION}/`}`;

/** Returns links to the sites of the newest commit and of every release. There are none without a URL. */
export const versionLinks = () => {
  if (url === undefined) return [];
  const tags = execFileSync("git", ["tag", "--list", "v*", "--sort=-version:refname"], {
    encoding: "utf8",
  });
  return [
    { text: "Newest commit", link: url, target: "_self" },
    ...tags
      .split("\n")
      .filter((tag) => tag !== "")
      .map((tag) => ({ text: `Version ${tag.slice(1)}`, link: `${url}${tag}/`, target: "_self" })),
  ];
};
