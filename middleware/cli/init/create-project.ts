import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

import { fixtureText } from "../../../fixtures/index.ts";
import { generate } from "../../../lib/codegen/index.ts";
import { mergeCodegenInputs, readDarPackages } from "../codegen/generate-code.ts";
import { createUnwritableFileError } from "../output-file.ts";
import { readDarFile } from "../read-dar.ts";
import type { CommandLineIo, InitProjectTask } from "../settings.ts";
import { createExampleFixtureSteps, findExampleContract } from "./example-contract.ts";
import {
  createCommonProjectFiles,
  createProjectFilesForDars,
  createTypeScriptContractFiles,
  type ProjectFile,
} from "./project-files.ts";
import { testRunners } from "./test-runners.ts";

/**
 * Creates a project with a first test, and prints the files and the next commands. Leaves existing
 * files unchanged. Rejects with INVALID_ARGUMENT for a DAR that does not exist and for a file that
 * cannot be written, and with the errors of an invalid DAR.
 */
export const createProject = async (
  task: InitProjectTask,
  { write: print }: CommandLineIo,
): Promise<void> => {
  const folder = resolve(task.folder);
  const runner = testRunners[task.runner];
  const daml = task.dars.length === 0 ? undefined : await readDars(folder, task.dars);
  const scripts = {
    test: runner.test,
    start: runner.start,
    ...(daml && { types: `ledger-in-a-box codegen ${daml.paths.join(" ")} ${codegenOptions}` }),
  };
  const words = basename(folder)
    .toLowerCase()
    .match(/[a-z0-9]+/gu);
  const name = words?.join("-") ?? "my-ledger";
  const files = [
    ...createCommonProjectFiles(runner, { name, scripts }),
    ...(daml === undefined
      ? createTypeScriptContractFiles(runner)
      : createProjectFilesForDars(runner, daml.content)),
    ...(daml?.generated ?? []),
  ];
  const existing = new Set<string>();
  for (const { path, text } of files) {
    if (!(await writeFileIfMissing(join(folder, path), text))) existing.add(path);
  }
  const here = relative(".", folder);
  print(`${formatCreatedFiles(here === "" ? "this folder" : here, files, existing)}
Next:
${here === "" ? "" : `  cd ${here}\n`}${existing.has("package.json") ? await typeHint(folder) : ""}\
  npm install --save-dev ledger-in-a-box express @types/express ${runner.packages.join(" ")}
  ${existing.has("package.json") ? toShellCommand(runner.test) : "npm test"}
  ${existing.has("package.json") ? toShellCommand(runner.start) : "npm start"}   # serves http://127.0.0.1:3000/ledger/v2/version
`);
};

/** Returns the command that makes an existing project use ES modules; empty if it does already. */
const typeHint = async (folder: string): Promise<string> => {
  try {
    const text = await readFile(join(folder, "package.json"), "utf8");
    const { type } = JSON.parse(text) as { readonly type?: unknown };
    return type === "module" ? "" : moduleCommand;
  } catch {
    return moduleCommand;
  }
};

const moduleCommand = "  npm pkg set type=module\n";

/** Returns a script of package.json as a command of the shell. */
const toShellCommand = (script: string): string =>
  /^(?:node|bun) /u.test(script) ? script : `npx ${script}`;

const codegenOptions = "--output daml --import-extension ts";

/** Writes a file unless it exists. Resolves to true if the file was written. */
const writeFileIfMissing = async (file: string, text: string): Promise<boolean> => {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "syscall" in error && error.syscall === "open") {
      if ("code" in error && error.code === "EEXIST") return false;
    }
    throw createUnwritableFileError(file, error);
  }
};

/** Lists the created and the existing files. Generated files are one line. */
const formatCreatedFiles = (
  where: string,
  files: readonly ProjectFile[],
  existing: ReadonlySet<string>,
): string => {
  const shown = (path: string): string => (path.startsWith("daml/") ? "daml/" : path);
  const listed = new Map(files.map(({ path, what }) => [shown(path), what]));
  const kept = new Set([...existing].map(shown));
  const width = Math.max(...[...listed.keys()].map((path) => path.length)) + 3;
  const lines = [...listed].map(([path, what]) => [path, `  ${path.padEnd(width)}${what}\n`]);
  const made = lines.filter(([path = ""]) => !kept.has(path)).map(([, line]) => line);
  const left = lines.filter(([path = ""]) => kept.has(path)).map(([, line]) => line);
  return [
    made.length === 0 ? "" : `Created in ${where}:\n${made.join("")}`,
    left.length === 0 ? "" : `Already there, and not changed:\n${left.join("")}`,
  ].join("");
};

/** Generates types of the DARs, and a fixture that uploads them. */
const readDars = async (folder: string, files: readonly string[]) => {
  const dars = await Promise.all(files.map(readDarFile));
  const input = mergeCodegenInputs(await Promise.all(files.map(readDarPackages)));
  const contract = await findExampleContract(dars, input);
  const generated = generate(input, { importExtension: "ts" });
  const paths = files.map((file) => toRelativePath(folder, file));
  const [first, ...more] = createExampleFixtureSteps(contract);
  const steps = [
    { packages: paths },
    ...(first === undefined ? [] : [first]),
    { user: { id: "alice", primaryParty: "alice", actAs: ["alice"] } },
    ...more,
  ];
  const template =
    contract?.template ??
    input.mains.flatMap(({ name, templates }) =>
      [...templates.keys()].map((qualifiedName) => `#${name}:${qualifiedName}`),
    )[0];
  const constant = template === undefined ? undefined : findTemplateConstant(generated, template);
  return {
    paths,
    generated: [...generated].map(([path, text]) => ({
      path: `daml/${path}`,
      text,
      what: "generated TypeScript of the DAR; npm run types generates it again",
    })),
    content: {
      fixture: fixtureText({ steps }),
      template: constant && { ...constant, count: contract === undefined ? 0 : 1 },
      package: input.mains[0]?.name ?? "",
    },
  };
};

/** Returns a path with `/` as separator, relative to the folder; absolute on another drive. */
const toRelativePath = (folder: string, file: string): string => {
  const path = relative(folder, file).replaceAll(sep, "/");
  return path.startsWith("..") || isAbsolute(path) ? path : `./${path}`;
};

/** Returns the name of a template's constant, and its file in the generated code. */
const findTemplateConstant = (
  generated: ReadonlyMap<string, string>,
  template: string,
): { readonly name: string; readonly path: string } | undefined => {
  const [packageName = "", module, entity] = template.slice(1).split(":");
  const manifest = JSON.parse(generated.get("manifest.json") ?? "") as CodegenManifest;
  // The highest version of a package comes first.
  const home = manifest.packages.find(({ name }) => name === packageName);
  const found = manifest.templates.find(({ id }) => id === `${home?.id}:${module}:${entity}`);
  return found && { name: found.constant, path: found.file };
};

interface CodegenManifest {
  readonly packages: readonly { readonly name: string; readonly id: string }[];
  readonly templates: readonly {
    readonly id: string;
    readonly file: string;
    readonly constant: string;
  }[];
}
