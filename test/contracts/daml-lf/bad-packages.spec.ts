import { expect } from "chai";
import { strToU8, unzipSync, type Zippable, zipSync } from "fflate";

import { arithmeticError } from "../../../lib/contracts/daml-lf/known/stable-packages.ts";
import { createDamlLoader, type DamlOptions } from "../../../lib/contracts/daml-lf/load-dar.ts";
import type { Expr } from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { isLedgerError } from "../../../lib/ground/errors/ledger-error.ts";
import { maxDays, maxMicros, minDays, minMicros } from "../../../lib/ground/values/time.ts";
import { errorOf } from "../../support/error-of.ts";
import {
  assembleDar,
  type AssembledPackage,
  assemblePackage,
  sealed,
} from "../../support/lf/assemble.ts";
import { counterPackage } from "../../support/lf/counter.ts";
import { module } from "../../support/lf/definitions.ts";
import { MessageWriter } from "../../support/lf/message-writer.ts";
import { expr, modules } from "../../support/lf/notation.ts";
import {
  accepted,
  firstString,
  interned,
  nameOf,
  type RawPackage,
  reference,
  refused,
  unitExpr,
  type Write,
} from "./tables/raw-package.ts";

const good = counterPackage();

const load = (dar: Uint8Array, options?: DamlOptions) => createDamlLoader(options).load(dar);
const refusal = (dar: Uint8Array, options?: DamlOptions): string =>
  errorOf(() => load(dar, options)).code;

const darOf = (archive: Uint8Array): Uint8Array =>
  assembleDar({ packageId: "0".repeat(64), name: "bad", version: "1.0.0", archive });

/** A package of module Main with these definitions. */
const defining = (definitions: string, languageVersion = "2.1"): AssembledPackage =>
  assemblePackage({
    name: "bad",
    version: "1.0.0",
    languageVersion,
    modules: modules`module Main {${definitions}}`,
  });

/** A package with one value of a type and this body. */
const withValue = (type: string, body: string | Expr, languageVersion = "2.1"): AssembledPackage =>
  assemblePackage({
    name: "bad",
    version: "1.0.0",
    languageVersion,
    modules: modules`module Main {val x: ${type} = ${body};}`,
  });

const withInt = withValue("Int64", "1");

const empty = new Uint8Array();

const withManifest = (manifest: string): Uint8Array =>
  zipSync({ "META-INF/MANIFEST.MF": strToU8(manifest), "a.dalf": good.archive });

describe("reading a DAR", () => {
  it("reads what the assembler writes, in every language version", () => {
    for (const languageVersion of ["2.1", "2.2", "2.3"]) {
      const [first] = load(assembleDar(withValue("Int64", "1", languageVersion)));
      expect(first?.language).to.equal(languageVersion);
    }
  });

  it("gives a package that it read before again", () => {
    const loader = createDamlLoader();
    const [first] = loader.load(assembleDar(good));
    const [second] = loader.load(assembleDar(good));
    expect(second).to.equal(first);
  });

  it("refuses what is no ZIP, has no manifest, or names a package that is not there", () => {
    const refused = [
      new Uint8Array(),
      strToU8("not a zip"),
      assembleDar(good).slice(0, -10),
      zipSync({ "a.dalf": good.archive }),
      withManifest("Main-Dalf: b.dalf\nDalfs: b.dalf\n"),
      withManifest("Dalfs: a.dalf\n"),
      withManifest("Main-Dalf: a.dalf\nFormat: other\n"),
      withManifest("Main-Dalf: a.dalf\nEncryption: aes\n"),
    ];
    for (const dar of refused) expect(refusal(dar)).to.equal("INVALID_DAR");
  });

  it("refuses entries that point outside of it", () => {
    for (const path of ["../a.dalf", "/a.dalf", "x\\..\\a.dalf"]) {
      expect(refusal(zipSync({ [path]: good.archive }))).to.equal("INVALID_ZIP_ENTRY");
    }
  });

  it("refuses ZIP bombs before it inflates them", () => {
    const zeros = zipSync({ "a.dalf": new Uint8Array(5_000_000) });
    expect(refusal(zeros, { limits: { maxInflatedBytes: 1_000_000 } })).to.equal("ZIP_BOMB");
    expect(refusal(assembleDar(good), { limits: { maxEntries: 1 } })).to.equal("ZIP_BOMB");
  });

  it("refuses manifests that no DAR needs", () => {
    expect(refusal(withManifest("\n".repeat(2_000_000)))).to.equal("ZIP_BOMB");
    const padded = `Main-Dalf: a.dalf\nDalfs: a.dalf\n${"\n".repeat(900_000)}`;
    expect(load(withManifest(padded))).to.have.length(1);
  });

  it("refuses an entry that is there twice, whether or not the directory says so", () => {
    const dar = withManifest("Main-Dalf: a.dalf\nDalfs: a.dalf\n");
    const directory = new DataView(dar.buffer).getUint32(dar.length - 6, true);
    const entries = dar.subarray(0, directory);
    const twice = new Uint8Array(dar.length + directory);
    twice.set(entries);
    twice.set(dar, directory);
    new DataView(twice.buffer).setUint32(twice.length - 6, 2 * directory, true);
    expect(refusal(twice)).to.equal("INVALID_DAR");
  });

  it("refuses an archive with more entries than its directory has, at the first of them", () => {
    const dar = withManifest("Main-Dalf: a.dalf\nDalfs: a.dalf\n");
    const directory = new DataView(dar.buffer).getUint32(dar.length - 6, true);
    const empty = zipSync({ x: new Uint8Array() }, { level: 0 }).subarray(0, 31);
    const count = 50_000;
    const long = new Uint8Array(count * empty.length + dar.length);
    for (let index = 0; index < count; index += 1) long.set(empty, index * empty.length);
    long.set(dar, count * empty.length);
    new DataView(long.buffer).setUint32(long.length - 6, count * empty.length + directory, true);
    const started = process.cpuUsage();
    expect(refusal(long)).to.equal("INVALID_DAR");
    expect(process.cpuUsage(started).user).to.be.lessThan(1_000_000);
  });

  it("reads a package among thousands of other entries", () => {
    const sources: Zippable = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, index) => [
        `src/${index}.daml`,
        // To find out that nothing is nothing when it is compressed takes longer than the rest.
        [empty, { level: 0 }],
      ]),
    );
    const manifest = strToU8("Main-Dalf: a.dalf\nDalfs: a.dalf\n");
    const dar = zipSync({
      ...sources,
      "META-INF/MANIFEST.MF": manifest,
      "a.dalf": good.archive,
    });
    expect(load(dar)).to.have.length(1);
  });

  it("refuses an entry that inflates to more than it says", () => {
    const dar = zipSync({ "a.dalf": new Uint8Array(8_000_000) });
    // The sizes in the local header and in the central directory.
    const view = new DataView(dar.buffer, dar.byteOffset);
    for (let at = 0; at < dar.length - 4; at += 1) {
      if (view.getUint32(at, true) === 8_000_000) view.setUint32(at, 1000, true);
    }
    const started = performance.now();
    expect(refusal(dar)).to.equal("INVALID_DAR");
    expect(performance.now() - started).to.be.lessThan(5000);
  });

  it("refuses a hash that is not that of the package", () => {
    const payload = new Uint8Array([1, 2, 3]);
    const archive = new MessageWriter().bytes(3, payload).string(4, "0".repeat(64)).finish();
    expect(refusal(darOf(archive))).to.equal("DAR_PARSE_ERROR");
  });

  it("refuses Daml-LF 1, and versions it does not know", () => {
    const first = new MessageWriter().string(3, "15").bytes(2, new Uint8Array()).finish();
    expect(refusal(darOf(sealed(first).archive))).to.equal("ALLOWED_LANGUAGE_VERSIONS");
    for (const languageVersion of ["2.4-rc1", "2.0", "2.dev", "2.99"]) {
      expect(refusal(assembleDar(withValue("Int64", "1", languageVersion)))).to.equal(
        "ALLOWED_LANGUAGE_VERSIONS",
      );
    }
    expect(load(assembleDar(withValue("Int64", "1", "2.dev")), { allowDev: true })).to.have.length(
      1,
    );
  });

  it("refuses fields that the format does not have", () => {
    const payload = new MessageWriter()
      .string(3, "1")
      .bytes(4, new MessageWriter().int(99, 1).finish())
      .finish();
    expect(refusal(darOf(sealed(payload).archive))).to.equal("DAR_PARSE_ERROR");
  });

  it("refuses messages nested too deeply", () => {
    let type = new MessageWriter().message(3, (m) => m.int(1, 0)).finish();
    for (let depth = 0; depth < 5000; depth += 1) {
      const inner = type;
      type = new MessageWriter().message(3, (m) => m.int(1, 9).bytes(2, inner)).finish();
    }
    const body = new MessageWriter().bytes(5, type).finish();
    const payload = new MessageWriter().string(3, "1").bytes(4, body).finish();
    expect(refusal(darOf(sealed(payload).archive))).to.equal("DAR_PARSE_ERROR");
  });

  it("refuses an incomplete closure of dependencies", () => {
    const missing = withValue("Int64", `${"ab".repeat(32)}:Other:x`);
    expect(refusal(assembleDar(missing))).to.equal("DAR_DEPENDENCIES_NOT_VALID");
    const loader = createDamlLoader();
    const referring = withValue("Int64", `${withInt.packageId}:Main:x`);
    expect(loader.load(assembleDar(referring, [withInt]))).to.have.length(2);
    // What came with another DAR is not in this one.
    const incomplete = errorOf(() => loader.load(assembleDar(referring)));
    expect(incomplete.code).to.equal("DAR_DEPENDENCIES_NOT_VALID");
  });

  it("takes references to packages in full before 2.2, and from then on to stable ones only", () => {
    const referring = (packageId: string): RawPackage => ({
      moreStrings: [packageId],
      expr: (expr) =>
        expr.message(3, (name) =>
          name.message(1, (inModule) =>
            inModule.message(1, (inPackage) => inPackage.chosenInt(3, firstString)),
          ),
        ),
    });
    const rows = [
      ...accepted("stable", referring(arithmeticError.packageId)),
      ...accepted("another", referring("ab".repeat(32)), ["2.1"]),
      ...refused("another", referring("ab".repeat(32)), ["2.2", "2.3"]),
    ];
    for (const { written, run, gives } of rows) expect(run?.(), written).to.equal(gives);
  });

  it("takes lists of imported packages from 2.2 on", () => {
    for (const more of [
      (message: MessageWriter) => message.string(8, "it imports nothing"),
      (message: MessageWriter) => message.message(9, () => undefined),
    ]) {
      for (const { written, run, gives } of [
        ...refused("a list", { more }, ["2.1"]),
        ...accepted("a list", { more }, ["2.2", "2.3"]),
      ]) {
        expect(run?.(), written).to.equal(gives);
      }
    }
  });

  it("refuses instants and days outside the years 1 to 9999", () => {
    const literal = (write: Write): RawPackage => ({ expr: (expr) => expr.message(6, write) });
    const instant = (micros: bigint) => literal((m) => m.sfixed64(2, micros));
    const day = (days: number) => literal((m) => m.chosenInt(5, days));
    for (const { written, run, gives } of [
      ...[minMicros, maxMicros].flatMap((each) => accepted(`${each} µs`, instant(each))),
      ...[minMicros - 1n, maxMicros + 1n].flatMap((each) => refused(`${each} µs`, instant(each))),
      ...[minDays, maxDays].flatMap((each) => accepted(`${each} days`, day(each))),
      ...[minDays - 1, maxDays + 1].flatMap((each) => refused(`${each} days`, day(each))),
    ]) {
      expect(run?.(), written).to.equal(gives);
    }
  });

  it("reads the names of experimental functions, which lie in no table", () => {
    const experimental: RawPackage = {
      expr: (expr) =>
        expr.message(9999, (inner) => inner.string(1, "ANSWER").message(2, interned(0))),
    };
    for (const { written, run, gives } of accepted("a function", experimental, ["2.dev"])) {
      expect(run?.(), written).to.equal(gives);
    }
  });

  it("refuses names that are none", () => {
    const named = (name: string): RawPackage => ({
      moreStrings: [name],
      expr: (expr) =>
        expr.message(17, (lambda) =>
          lambda
            .message(1, (parameter) => parameter.message(2, interned(0)).int(3, firstString))
            .message(2, unitExpr),
        ),
    });
    const dotted = (name: string): RawPackage => ({
      moreStrings: [name],
      more: (message) => message.message(3, (segments) => segments.packed(1, [0, firstString])),
    });
    for (const source of [named, dotted]) {
      for (const { written, run, gives } of [
        ...accepted("a name", source("$x_1"), ["2.1"]),
        ...["", "1", "a b", "a:b", "a.b", "ä", "x".repeat(1001)].flatMap((name) =>
          refused(`the name ${name}`, source(name), ["2.1"]),
        ),
      ]) {
        expect(run?.(), written).to.equal(gives);
      }
    }
  });

  it("refuses two definitions of one name", () => {
    const twice = assemblePackage({
      name: "bad",
      version: "1.0.0",
      modules: [module("Main", {}), module("Main", {})],
    });
    expect(refusal(assembleDar(twice))).to.equal("DAR_PARSE_ERROR");
    const method: Write = (m) =>
      m.message(3, (inner) => inner.int(2, nameOf("b")).message(3, interned(0)));
    const requires: Write = (m) => m.message(7, reference("J"));
    const inInterface = (...parts: readonly Write[]): RawPackage => ({
      definitions: (m) =>
        m.message(8, (inner) => {
          inner.int(2, nameOf("I")).int(4, nameOf("a")).message(6, interned(0));
          for (const part of parts) part(inner);
        }),
    });
    for (const { written, run, gives } of [
      ...accepted("a method", inInterface(method)),
      ...refused("two methods", inInterface(method, method)),
      ...accepted("a requirement", inInterface(requires)),
      ...refused("two requirements", inInterface(requires, requires)),
    ]) {
      expect(run?.(), written).to.equal(gives);
    }
  });

  it("refuses a module without feature flags", () => {
    for (const { written, run, gives } of refused("no flags", { flags: null })) {
      expect(run?.(), written).to.equal(gives);
    }
  });

  it("leaves no trace of a DAR that it refuses", () => {
    const loader = createDamlLoader();
    const bad = withValue("Bool", "()");
    expect(errorOf(() => loader.load(assembleDar(good, [bad]))).code).to.equal(
      "DAR_VALIDATION_ERROR",
    );
    expect(errorOf(() => loader.load(assembleDar(bad))).code).to.equal("DAR_VALIDATION_ERROR");
  });
});

describe("checking a package", () => {
  const invalid = (bad: AssembledPackage): void => {
    expect(refusal(assembleDar(bad))).to.equal("DAR_VALIDATION_ERROR");
  };

  const unknownFeature = (bad: AssembledPackage): void => {
    expect(refusal(assembleDar(bad))).to.equal("DAR_PARSE_ERROR");
  };

  it("refuses values that are not of their type", () => {
    invalid(withValue("Bool", "()"));
    invalid(withValue("Int64", '"1"'));
    invalid(withValue("Int64", 'ADD_INT64 1 "2"'));
    invalid(withValue("Int64", "1 2"));
    invalid(withValue("Int64 -> Text", String.raw`\(x: Int64) -> x`));
    invalid(withValue("List Int64", "[@Text]"));
    invalid(withValue("Int64", "BUILTIN_3000"));
    invalid(withValue("Int64", "struct {}"));
  });

  it("refuses records that have not all their fields in order", () => {
    const made = (fields: string): AssembledPackage =>
      defining(`record Both {one: Int64, two: Int64} val x: Both = Both {${fields}};`);
    expect(load(assembleDar(made("one = 1, two = 2")))).to.have.length(1);
    invalid(made("two = 2, one = 1"));
    invalid(made("one = 1"));
    invalid(made("one = 1, two = 2, three = 3"));
  });

  it("refuses references to nothing", () => {
    invalid(withValue("Int64", "nowhere"));
    invalid(withValue("Int64", "Main:nowhere"));
    invalid(withValue("Nowhere", "()"));
    invalid(withValue("Unit", "Nowhere::A"));
  });

  it("refuses contracts that cannot be stored", () => {
    for (const type of ["Int64 -> Int64", "Any", "Hidden"]) {
      invalid(
        defining(`
          unserializable record Hidden {}
          template Keeper with {owner: Party, what: ${type}} {signatories [@Party this.owner];}
        `),
      );
    }
  });

  it("takes contract ids of anything for serializable", () => {
    const pointer = defining(`
      unserializable record Hidden {}
      record Pointer {to: ContractId Hidden}
    `);
    expect(load(assembleDar(pointer))).to.have.length(1);
  });

  it("refuses contract keys before 2.3", () => {
    const template = String.raw`
      template Keyed with {owner: Party} {
        signatories [@Party this.owner];
        key Party = this.owner maintained by \(key: Party) -> [@Party key];
      }
    `;
    unknownFeature(defining(template, "2.1"));
    unknownFeature(defining(template, "2.2"));
    expect(load(assembleDar(defining(template, "2.3")))).to.have.length(1);
  });

  it("refuses what its language version does not have", () => {
    const validateKey = (version: string) =>
      withValue("Bool", 'SECP256K1_VALIDATE_KEY "00"', version);
    unknownFeature(validateKey("2.2"));
    expect(load(assembleDar(validateKey("2.3")))).to.have.length(1);
    const bigNumeric = (version: string) =>
      withValue("BigNumeric -> Unit", String.raw`\(x: BigNumeric) -> ()`, version);
    for (const version of ["2.1", "2.2", "2.3"]) unknownFeature(bigNumeric(version));
    expect(load(assembleDar(bigNumeric("2.dev")), { allowDev: true })).to.have.length(1);
  });

  it("refuses authorizers of choices and guards, which only 2.dev has", () => {
    const withChoice = (version: string, authorizers: string, body: string) =>
      defining(
        `
          record View {}
          interface Open {
            view View;
            nonconsuming choice Go by [@Party] ${authorizers} = ${body};
          }
        `,
        version,
      );
    const fine = "pure @Unit ()";
    const guarded = String.raw`exerciseInterface @Open Go self () when (\(open: Open) -> True)`;
    for (const version of ["2.1", "2.3", "2.dev"]) {
      const dev = { allowDev: true };
      const refusalOf = (authorizers: string, body: string) =>
        refusal(assembleDar(withChoice(version, authorizers, body)), dev);
      expect(refusalOf("authorized by [@Party]", fine)).to.equal("DAR_PARSE_ERROR");
      expect(refusalOf("", guarded)).to.equal("DAR_PARSE_ERROR");
      expect(load(assembleDar(withChoice(version, "", fine)), dev)).to.have.length(1);
    }
  });

  it("refuses names and versions that are none", () => {
    for (const [name, version] of [
      ["a b", "1.0.0"],
      ["", "1.0.0"],
      ["a", "1.0.0-rc1"],
      ["a", "01.0"],
      ["a", ""],
    ] as const) {
      invalid(assemblePackage({ name, version, modules: [] }));
    }
  });

  it("refuses code that shares itself into more than can be run", () => {
    let shared: Expr = expr`1`;
    for (let depth = 0; depth < 60; depth += 1) shared = expr`ADD_INT64 ${shared} ${shared}`;
    invalid(withValue("Int64", shared, "2.2"));
  });
});

describe("a DAR with any byte changed", () => {
  it("loads or is refused; it never crashes or hangs", () => {
    const dar = assembleDar(good);
    const entries = unzipSync(dar);
    const [, [path, archive] = ["", new Uint8Array()]] = Object.entries(entries);
    let state = 12345;
    const random = (below: number): number => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      return state % below;
    };
    const attempt = (changed: Uint8Array): void => {
      try {
        load(changed, { limits: { maxInflatedBytes: 1_000_000 } });
      } catch (error) {
        if (!isLedgerError(error)) throw error;
      }
    };
    for (let run = 0; run < 200; run += 1) {
      const changed = dar.slice();
      changed[random(changed.length)] = random(256);
      attempt(changed);
    }
    // Past the hash: the same for the payload itself, sealed anew.
    const payload = payloadOf(archive);
    for (let run = 0; run < 600; run += 1) {
      const changed = payload.slice();
      changed[random(changed.length)] = random(256);
      attempt(zipSync({ ...entries, [path]: sealed(changed).archive }, { level: 0 }));
    }
  });
});

/** The archive is the payload, then the hash: a tag, a length and 64 digits. */
const payloadOf = (archive: Uint8Array): Uint8Array => {
  const end = archive.length - 66;
  let start = 1;
  while ((archive[start] ?? 0) >= 0x80) start += 1;
  return archive.slice(start + 1, end);
};
