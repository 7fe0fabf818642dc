import { readdirSync, readFileSync } from "node:fs";

const packageOf = (file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//u.exec(file)?.[1];

/**
 * Returns the licences of the bundled packages, which must be published with them. `files` are the bundled
 * files, relative to the root of the repository.
 */
export const licencesOf = (files) => {
  const names = new Set(files.map(packageOf).filter((name) => name !== undefined));
  return [...names]
    .sort()
    .map((name) => `${name}\n\n${licenceOf(name, files)}`)
    .join("\n\n");
};

const licenceOf = (name, files) => {
  const folder = `node_modules/${name}`;
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:\.|$)/iu.test(entry));
  if (file !== undefined) return readFileSync(`${folder}/${file}`, "utf8");
  // Without a licence file, use the header comments of the files.
  const headers = new Set(files.filter((of) => packageOf(of) === name).map(headerOf));
  headers.delete("");
  if (headers.size > 0) return [...headers].join("\n");
  // Some packages only name their licence.
  const { license, author } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  if (license === undefined) throw new Error(`${name} has no licence to publish with its code.`);
  return `${license}, ${author?.name ?? author ?? name}`;
};

/** Returns the comment at the beginning of a file; empty if there is none. */
const headerOf = (file) =>
  (/^(?:\/\/.*\n)*/u.exec(readFileSync(file, "utf8"))?.[0] ?? "").replaceAll(/^\/\/ ?/gmu, "");
