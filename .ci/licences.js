import { readdirSync, readFileSync } from "node:fs";

/** Returns the folder of the package that a file belongs to; undefined for a file of this project. */
export const packageFolderOf = (file) =>
  /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/u.exec(file)?.[0];

const nameOf = (folder) => folder.slice(folder.lastIndexOf("node_modules/") + 13);

/**
 * Returns the licences of the bundled packages, which must be published with them. `files` are the bundled
 * files, relative to the root of the repository.
 */
export const licencesOf = (files) => {
  const folders = new Set(files.map(packageFolderOf).filter((folder) => folder !== undefined));
  const texts = [...folders].map((folder) => `${nameOf(folder)}\n\n${licenceOf(folder, files)}`);
  return [...new Set(texts)].sort().join("\n\n");
};

const licenceOf = (folder, files) => {
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:\.|$)/iu.test(entry));
  if (file !== undefined) return readFileSync(`${folder}/${file}`, "utf8");
  // Without a licence file, use the header comments of the files.
  const headers = new Set(files.filter((of) => packageFolderOf(of) === folder).map(headerOf));
  headers.delete("");
  if (headers.size > 0) return [...headers].join("\n");
  // Some packages only name their licence.
  const { license, author } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  if (license === undefined) throw new Error(`${folder} has no licence to publish with its code.`);
  return `${license}, ${author?.name ?? author ?? nameOf(folder)}`;
};

/** Returns the comment at the beginning of a file; empty if there is none. */
const headerOf = (file) =>
  (/^(?:\/\/.*\n)*/u.exec(readFileSync(file, "utf8"))?.[0] ?? "").replaceAll(/^\/\/ ?/gmu, "");
