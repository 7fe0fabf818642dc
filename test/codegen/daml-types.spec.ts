import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { expect } from "chai";
import fc from "fast-check";

import { type CodegenInput, generate, packagesOfDars } from "../../lib/codegen/index.ts";
import { codecsOf } from "../support/codecs.ts";
import { hostilePackage } from "../support/codegen/hostile-package.ts";
import { packageOf } from "../support/codegen/plain-packages.ts";
import { shopDar } from "../support/codegen/shop-package.ts";
import { runs } from "../support/properties.ts";
import { sharedFile, sharedPath } from "../support/shared.ts";

const root = join(import.meta.dirname, "..", "..");

const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
  module: "nodenext",
  target: "es2022",
  lib: ["es2022", "dom"],
  types: [],
};

interface Companion {
  readonly decoder: { runWithException(json: unknown): unknown };
  encode(value: unknown): unknown;
  readonly templateId?: string;
  readonly templateIdWithPackageId?: string;
}

const companions = (input: CodegenInput, umbrella?: string): ReadonlyMap<string, string> =>
  generate(input, { target: "daml-types", ...(umbrella === undefined ? {} : { umbrella }) });

const tokenStandard = ["metadata", "holding", "allocation", "allocation-instruction"].concat(
  "allocation-request",
  "transfer-instruction",
);

/** Imports like those of a wallet, whose package contains the compiled token standard. */
const wallet = `
import { Splice } from "@daml.js/token-standard-models-1.0.0";
export const HoldingV1 = Splice.Api.Token.HoldingV1;
export const MetadataV1 = Splice.Api.Token.MetadataV1;
export const AllocationV1 = Splice.Api.Token.AllocationV1;
export const AllocationRequestV1 = Splice.Api.Token.AllocationRequestV1;
export const AllocationInstructionV1 = Splice.Api.Token.AllocationInstructionV1;
export const TransferInstructionV1 = Splice.Api.Token.TransferInstructionV1;
export type {
  Holding, HoldingView, HoldingInterface, InstrumentId, Lock,
} from "@daml.js/token-standard-models-1.0.0/lib/Splice/Api/Token/HoldingV1/module.js";
export type {
  Transfer, TransferFactoryInterface, TransferFactoryView, TransferFactory_Transfer, TransferInstructionInterface,
  TransferInstructionResult_Output, TransferInstructionView,
} from "@daml.js/token-standard-models-1.0.0/lib/Splice/Api/Token/TransferInstructionV1/module.js";
export {
  TransferFactory, TransferInstruction,
} from "@daml.js/token-standard-models-1.0.0/lib/Splice/Api/Token/TransferInstructionV1/module.js";
export type {
  Allocation, AllocationInterface, Allocation_ExecuteTransferResult, Reference, SettlementInfo, TransferLeg,
} from "@daml.js/token-standard-models-1.0.0/lib/Splice/Api/Token/AllocationV1/module.js";
export type {
  AnyContract, AnyContractInterface, AnyValue, ChoiceContext, ExtraArgs, Metadata,
} from "@daml.js/token-standard-models-1.0.0/lib/Splice/Api/Token/MetadataV1/module.js";

const transfer: ReturnType<typeof TransferInstructionV1.TransferFactory_Transfer.encode> = null;
const lock: NonNullable<import("@daml.js/token-standard-models-1.0.0/lib/Splice/Api/Token/HoldingV1/module.js").HoldingView["lock"]> = {
  holders: ["alice"], expiresAt: null, expiresAfter: null, context: "held",
};
// @ts-expect-error -- holders are parties
const wrong: typeof lock = { ...lock, holders: 1 };
export const choice: string = TransferInstructionV1.TransferFactory.TransferFactory_Transfer.choiceName;
export { lock, transfer, wrong };
`;

describe("generated @daml/types companions @slow", function () {
  let folder: string;

  before(async () => {
    await mkdir(join(root, ".build"), { recursive: true });
    folder = await mkdtemp(join(root, ".build", "companions-"));
  });

  after(() => rm(folder, { recursive: true }));

  const write = async (name: string, files: ReadonlyMap<string, string>): Promise<void> => {
    for (const [path, text] of files) {
      const file = join(folder, name, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  };

  const loaded = async (name: string, path: string): Promise<Readonly<Record<string, unknown>>> => {
    const { debug, warn } = console;
    // @daml/types prints a line for each template and for each duplicate.
    console.debug = console.warn = () => undefined;
    try {
      const file = pathToFileURL(join(folder, name, path)).href;
      return (await import(file)) as Readonly<Record<string, unknown>>;
    } finally {
      console.debug = debug;
      console.warn = warn;
    }
  };

  it("compile together with a wallet program", async function () {
    const standard = tokenStandard.map((name) =>
      sharedPath("dars", `splice-api-token-${name}-v1-1.0.0.dar`),
    );
    const programs: string[] = [];
    if (standard.every((file) => file !== undefined)) {
      const input = packagesOfDars(standard.map((file) => readFileSync(file)));
      const modules = join("compiled", "node_modules", "@daml.js");
      await write(modules, companions(input, "token-standard-models-1.0.0"));
      await writeFile(join(folder, "compiled", "wallet.ts"), wallet);
      programs.push("wallet.ts", "node_modules/@daml.js/**/*.d.ts");
    }
    await write(join("compiled", "shop"), companions(packagesOfDars([shopDar()]), "all"));
    await write(join("compiled", "hostile"), companions({ mains: [hostilePackage], packages: [] }));
    const project = { compilerOptions, include: [...programs, "shop/**/*", "hostile/**/*"] };
    await writeFile(join(folder, "compiled", "package.json"), '{ "type": "module" }');
    await writeFile(join(folder, "compiled", "tsconfig.json"), JSON.stringify(project));
    const tsc = join(root, "node_modules/@typescript/native/bin/tsc");
    const output = await promisify(execFile)(process.execPath, [
      tsc,
      "-p",
      join(folder, "compiled"),
    ]).then(
      ({ stdout }) => stdout,
      (error: unknown) => (error as { readonly stdout: string }).stdout,
    );
    expect(output).to.equal("");
    if (programs.length === 0) this.skip();
  });

  it("decode the ledger's values and encode values that the ledger accepts", async () => {
    await holding("shop", packagesOfDars([shopDar()]), runs(30));
  });

  it("decode and encode the values of the real Amulet", async function () {
    const file = sharedFile(this, "dars", "splice-amulet-0.1.14.dar");
    await holding("amulet", packagesOfDars([file]), runs(3));
  });

  it("work for all names that a package can contain", async () => {
    await write("hostile", companions({ mains: [hostilePackage], packages: [] }));
    const { Names, Words } = await loaded("hostile", "hostile.package--1.0.0/lib/index.js");
    expect(Names).to.have.property("Expr");
    expect(Words).to.have.property("class_");
  });

  it("have the package ids of the DAR, even when generated as one package", async () => {
    const input = packagesOfDars([shopDar()]);
    await write("umbrella", companions(input, "everything-2.0.0"));
    const { Shop } = await loaded("umbrella", "everything-2.0.0/lib/index.js");
    const { Article } = Shop as { readonly Article: Companion };
    const { packageId = "" } = input.mains[0] ?? {};
    expect(Article.templateId).to.equal("#shop:Shop:Article");
    expect(Article.templateIdWithPackageId).to.equal(`${packageId}:Shop:Article`);
    const { packageId: told } = await loaded("umbrella", "shop-1.0.0/lib/index.js");
    expect(told).to.equal(packageId);
    const manifest = JSON.parse(
      readFileSync(join(folder, "umbrella/shop-1.0.0/package.json"), "utf8"),
    ) as { readonly name: string; readonly type: string };
    expect(manifest).to.include({ name: "@daml.js/shop-1.0.0", type: "module" });
  });

  it("encode and decode nested Optionals as participants do", async () => {
    await write("nested", companions(packagesOfDars([shopDar()])));
    const { Box } = (await loaded("nested", "shop-1.0.0/lib/Shop/Types/module.js")) as {
      Box: (of: unknown) => Companion;
    };
    const { Text } = (await import("@daml/types")) as unknown as { Text: Companion };
    const box = Box(Text);
    const values = [null, [], ["x"]].map((deep) => ({ label: "", content: null, deep }));
    const json = [[], [[]], [["x"]]];
    expect(values.map((value) => (box.encode(value) as { deep: unknown }).deep)).to.deep.equal(
      json,
    );
    for (const [index, deep] of json.entries()) {
      expect(box.decoder.runWithException({ label: "", deep })).to.deep.equal(values[index]);
    }
  });

  it("refuse options that only types support, and one index of two modules with the same name", () => {
    const input = packagesOfDars([shopDar()]);
    expect(() => generate(input, { target: "daml-types", schemas: true })).to.throw(/schemas/u);
    expect(() => generate(input, { target: "daml-types", emit: "ts" })).to.throw(/emit/u);
    expect(() => generate(input, { umbrella: "all" })).to.throw(/umbrella/u);
    const two = packagesOfDars([shopDar(), shopDar({ version: "1.1.0" })]);
    expect(() => companions(two, "all")).to.throw(/Shop/u);
    expect(companions(two).has("shop-1.1.0/lib/Shop/module.js")).to.equal(true);
  });

  it("have distinct paths on file systems that ignore case", () => {
    const data = { kind: "enum", constructors: ["A"] } as const;
    const names = ["Con", "con", "A.b", "a.B", "A.B", "Index"].map((name) => `${name}:T`);
    const main = packageOf({
      packageId: "cases",
      name: "support.js",
      dataTypes: Object.fromEntries(names.map((name) => [name, data])),
    });
    const paths = [...companions({ mains: [main], packages: [] }).keys()];
    expect(new Set(paths.map((path) => path.toLowerCase())).size).to.equal(paths.length);
  });

  /** Tests that the codec of every type without parameters decodes and encodes its values. */
  const holding = async (name: string, input: CodegenInput, numRuns: number): Promise<void> => {
    await write(name, companions(input));
    const codecs = codecsOf(input.packages);
    for (const { packageId, name: of, version, dataTypes } of input.mains) {
      for (const [qualifiedName, data] of dataTypes) {
        if (data.kind !== "enum" && data.parameters.length > 0) continue;
        const [module = "", entity = ""] = qualifiedName.split(":");
        const path = `${of}-${version}/lib/${module.replaceAll(".", "/")}/module.js`;
        const companion = entity
          .split(".")
          .reduce<unknown>(
            (found, part) => (found as Readonly<Record<string, unknown>>)[part],
            await loaded(name, path),
          ) as Companion;
        const { codec, values } = codecs(packageId, qualifiedName);
        fc.assert(
          fc.property(values, (value) => {
            const json = codec.encode(value);
            // @daml/types mistakes this map key for the prototype.
            fc.pre(!JSON.stringify(json).includes("__proto__"));
            const read = companion.decoder.runWithException(json);
            const back = codec.decode(JSON.parse(JSON.stringify(companion.encode(read))));
            // JSON does not distinguish all values.
            expect(codec.encode(back), qualifiedName).to.deep.equal(json);
          }),
          { numRuns },
        );
      }
    }
  };
});
