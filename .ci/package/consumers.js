import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const modules = join(process.cwd(), "node_modules");

const allCompilers = {
  "TypeScript 5.9": "typescript-5.9/bin/tsc",
  "TypeScript 6": "typescript/bin/tsc6",
  "TypeScript 7": "@typescript/native/bin/tsc",
};

/** TypeScript 7 takes a fifth of the time of the other compilers, which run only in `.ci/nightly`. */
const { "TypeScript 7": newest } = allCompilers;
const compilers =
  process.env.PACKAGE_COMPILERS === "all" ? allCompilers : { "TypeScript 7": newest };

const commonjs = { target: "es2023", lib: ["es2023"], types: [] };

/**
 * Compiler settings: a strict consumer with few types, one with the compiler's defaults, and consumers that
 * compile to CommonJS. The latter need fewer compilers, because they differ only in module resolution.
 */
const settings = {
  "CommonJS, nodenext": {
    type: "commonjs",
    only: ["TypeScript 7"],
    options: { ...commonjs, module: "nodenext" },
  },
  "CommonJS, node20": {
    type: "commonjs",
    only: ["TypeScript 5.9", "TypeScript 7"],
    options: { ...commonjs, module: "node20" },
  },
  "CommonJS, node16": {
    type: "commonjs",
    consumer: "consumer-node16",
    only: ["TypeScript 7"],
    options: { ...commonjs, module: "node16" },
  },
  nodenext: {
    options: {
      module: "nodenext",
      target: "es2023",
      lib: ["es2023"],
      types: [],
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
    },
  },
  bundler: {
    express: "@types/express4",
    options: { module: "esnext", moduleResolution: "bundler", target: "es2022" },
  },
};

/**
 * Compiles the programs of the documents, and a program that exports templates and more, against the packed
 * package: with every version of TypeScript and every module resolution, checking and emitting
 * declarations. Returns compile errors and names in emitted declarations that a consumer cannot import.
 */
export const findConsumerProblems = async (packed) => {
  // Uses a temporary folder, so that the packages of this repository are not found.
  const folder = await mkdtemp(join(tmpdir(), "consumers-"));
  try {
    return await problemsIn(folder, packed);
  } finally {
    await rm(folder, { recursive: true });
  }
};

const problemsIn = async (folder, packed) => {
  const projects = Object.entries(settings).flatMap(([resolution, setting]) =>
    Object.entries(compilers)
      .filter(([title]) => setting.only?.includes(title) ?? true)
      .map(([title, compiler]) => ({
        title: `${title}, ${resolution}`,
        path: join(folder, `${title} ${resolution}`),
        compiler: join(modules, compiler),
        ...setting,
      })),
  );
  const found = [];
  const work = async () => {
    for (let project; (project = projects.pop()) !== undefined;) {
      const { title } = project;
      await prepare(project, packed);
      const problems = [...(await compile(project)), ...(await foreignNames(project, packed))];
      found.push(...problems.map((problem) => `${title}: ${problem}`));
    }
  };
  await Promise.all([work(), work()]);
  return found;
};

const typesOfPrograms = ["@types/chai", "@types/jsonwebtoken", "@types/mocha", "@types/ws"];

const prepare = async (
  { path, type = "module", consumer = "consumer", express = "@types/express", options },
  { unpacked },
) => {
  await mkdir(path);
  await cp(join(import.meta.dirname, consumer), path, { recursive: true });
  const { name, dependencies } = JSON.parse(await readFile(join(unpacked, "package.json"), "utf8"));
  const installed = {
    ...Object.fromEntries(Object.keys(dependencies).map((of) => [of, join(modules, of)])),
    // Packages that the programs use.
    "@types/express": join(modules, express),
    ...Object.fromEntries(typesOfPrograms.map((of) => [of, join(modules, of)])),
  };
  for (const [of, target] of Object.entries(installed)) await link(path, of, target);
  // Copied, not linked, so that its imports are resolved from its location.
  await cp(unpacked, join(path, "node_modules", name), { recursive: true });
  if (type === "module") {
    await writeGenerated(path, unpacked);
    await writePrograms(path, unpacked);
  }
  const compilerOptions = {
    strict: true,
    skipLibCheck: false,
    declaration: true,
    rootDir: ".",
    outDir: "out",
    ...options,
  };
  await write(path, "package.json", { type });
  await write(path, "tsconfig.json", { compilerOptions, include: ["*.ts"] });
};

/**
 * Writes the programs of the pages, which use top-level await, except those of a test runner that is not
 * installed here; the newcomer check compiles these.
 */
const writePrograms = async (path, unpacked) => {
  const guide = (await readdir(join(unpacked, "docs/guide"))).map((page) => `docs/guide/${page}`);
  for (const page of ["README.md", ...guide]) {
    const text = await readFile(join(unpacked, page), "utf8");
    const programs = [...text.matchAll(/```ts\n(.*?)```/gsu)].map(([, program]) => program);
    for (const [index, program] of programs.entries()) {
      if (program.includes('from "vitest"')) continue;
      await writeFile(join(path, `${basename(page, ".md")}-${index + 1}.ts`), program);
    }
  }
};

/** Generates code for a sample package with the packed command, as the pages describe. */
const writeGenerated = async (path, unpacked) => {
  const packed = (file) => import(pathToFileURL(join(unpacked, "dist/lib", file)).href);
  const { ContractId, definePackage, defineTemplate, Int64, Party } = await packed("index.js");
  const { generate } = await packed("codegen/index.js");
  const controllers = ({ owner }) => [owner];
  const result = ContractId("Main:Counter");
  const Counter = defineTemplate("Main:Counter", {
    payload: { owner: Party, count: Int64 },
    signatories: controllers,
    choices: { Add: { argument: { by: Int64 }, result, controllers } },
  });
  Counter.implement({ Add: (_, counter, __, contractId) => contractId });
  const counter = definePackage({ name: "counter", version: "1.0.0", templates: { Counter } });
  for (const [file, text] of generate({ mains: [counter], packages: [] }, { schemas: true })) {
    const place = join(path, "daml", file);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, text);
  }
};

const link = async (path, name, target) => {
  const place = join(path, "node_modules", name);
  await mkdir(dirname(place), { recursive: true });
  await symlink(target, place);
};

const write = (path, name, json) => writeFile(join(path, name), JSON.stringify(json));

const compile = async ({ path, compiler }) => {
  try {
    await run(process.execPath, [compiler, "-p", path, "--pretty", "false"], { cwd: path });
    return [];
  } catch ({ stdout, stderr }) {
    return `${stdout}${stderr}`.trim().split("\n");
  }
};

/** Returns imports of emitted declarations other than entries of the package and modules of Node. */
const foreignNames = async ({ path }, { unpacked }) => {
  const { name, exports } = JSON.parse(await readFile(join(unpacked, "package.json"), "utf8"));
  const entries = Object.keys(exports).map((entry) => entry.replace(".", name));
  const out = join(path, "out");
  const files = (await readdir(out)).filter((file) => file.endsWith(".d.ts"));
  const texts = await Promise.all(files.map((file) => readFile(join(out, file), "utf8")));
  const named = texts.flatMap((text) =>
    [...text.matchAll(/\b(?:from |import\()"([^"]+)"/gu)].map(([, of]) => of),
  );
  return [...new Set(named)]
    .filter((of) => !entries.includes(of) && !/^(?:node:)?http$/u.test(of))
    .map((of) => `declarations of its own name ${of}`);
};
