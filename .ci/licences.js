import { readdirSync, readFileSync } from "node:fs";

const packageOf = (file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//u.exec(file)?.[1];

/**
 * The licences of the packages whose code was bundled, as they ask to be passed on. `files`: what was
 * bundled, from the root of the repository.
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
  // Then each file begins with its own.
  const headers = new Set(files.filter((of) => packageOf(of) === name).map(headerOf));
  headers.delete("");
  if (headers.size > 0) return [...headers].join("\n");
  // Some only name it.
  const { license, author } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  if (license === undefined) throw new Error(`${name} has no licence to publish with its code.`);
  return `${license}, ${author?.name ?? author ?? name}`;
};

/** The comment that a file begins with; empty when it begins with none. */
const headerOf = (file) =>
  (/^(?:\/\/.*\n)*/u.exec(readFileSync(file, "utf8"))?.[0] ?? "").replaceAll(/^\/\/ ?/gmu, "");
