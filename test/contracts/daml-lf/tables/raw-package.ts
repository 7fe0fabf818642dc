import { parsePackageArchive } from "../../../../lib/contracts/daml-lf/archive/archive.ts";
import { createPackageChecker } from "../../../../lib/contracts/daml-lf/check/check-package.ts";
import { decodePackage } from "../../../../lib/contracts/daml-lf/decode/decode-package.ts";
import type { LfPackage } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import { runSuspendableGenerator } from "../../../../lib/contracts/engine/suspension.ts";
import { isLedgerError } from "../../../../lib/index.ts";
import { archiveOf } from "../../../support/lf/assemble.ts";
import { MessageWriter } from "../../../support/lf/message-writer.ts";
import { show } from "../../../support/lf/show.ts";
import { computed, type ValueRow } from "./value-table.ts";

/** Writes the content of a message. */
export type Write = (message: MessageWriter) => unknown;

/**
 * A package written message by message, with the field numbers of the format (daml-lf.md 3). It has one
 * module, Main, with one value, x, which is the unit by default.
 */
export interface RawPackage {
  /** Strings added to {@link strings}. */
  readonly moreStrings?: readonly string[];
  readonly kinds?: readonly Write[];
  /** The table of types, from index 3 on; unit, Bool and Text precede them. */
  readonly types?: readonly Write[];
  readonly exprs?: readonly Write[];
  /** The type of the value, as a message of `Type`. */
  readonly type?: Write;
  /** The value, as a message of `Expr`. */
  readonly expr?: Write;
  /** Other fields of the module. */
  readonly definitions?: Write;
  /** A message of `FeatureFlags`; absent when null. */
  readonly flags?: Write | null;
  /** A message of `PackageMetadata`; absent when null. */
  readonly metadata?: Write | null;
  /** Other fields of the package. */
  readonly more?: Write;
  readonly patch?: number;
}

/** The strings of every package. Strings that are names are also dotted names, with the same index. */
const names = ["Main", "x", "a", "b", "c", "T", "I", "J", "K", "raw"] as const;
const strings = [...names, "1.0.0"] as const;
/** The index of the first of {@link RawPackage.moreStrings}. */
export const firstString = strings.length;

export const nameOf = (name: (typeof names)[number]): number => names.indexOf(name);

export const nothing: Write = () => undefined;
const allFlags: Write = (m) => m.bool(1, true).bool(2, true).bool(3, true);
const metadata: Write = (m) => m.int(1, nameOf("raw")).int(2, names.length);

/** Writes a type by its index in the table. */
export const interned =
  (index: number): Write =>
  (m) =>
    m.chosenInt(8, index);
export const builtinType =
  (number: number, ...args: readonly Write[]): Write =>
  (m) =>
    m.message(3, (inner) => {
      inner.int(1, number);
      for (const each of args) inner.message(2, each);
    });
export const unitType = builtinType(0);
export const textType = builtinType(7);

export const unitExpr: Write = (m) => m.chosenInt(5, 0);
export const internedExpr =
  (index: number): Write =>
  (m) =>
    m.chosenInt(44, index);

/** Writes `self:Main:<name>`, a reference to a template, interface, type or value. */
export const reference =
  (name: (typeof names)[number]): Write =>
  (m) =>
    m
      .message(1, (module) =>
        module.message(1, (self) => self.message(1, nothing)).int(2, nameOf("Main")),
      )
      .int(2, nameOf(name));

const payloadOf = (source: RawPackage, languageVersion: string): Uint8Array => {
  const message = new MessageWriter().message(1, (module) => {
    if (source.flags !== null) module.message(2, source.flags ?? allFlags);
    module
      .int(1, nameOf("Main"))
      .message(5, (value) =>
        value
          .message(2, (typed) => typed.int(1, nameOf("x")).message(2, source.type ?? interned(0)))
          .message(3, source.expr ?? unitExpr),
      );
    source.definitions?.(module);
  });
  for (const each of [...strings, ...(source.moreStrings ?? [])]) message.string(2, each);
  for (const index of names.keys()) message.message(3, (dotted) => dotted.packed(1, [index]));
  if (source.metadata !== null) message.message(4, source.metadata ?? metadata);
  for (const each of [unitType, builtinType(1), textType, ...(source.types ?? [])]) {
    message.message(5, each);
  }
  for (const each of source.kinds ?? []) message.message(6, each);
  for (const each of source.exprs ?? []) message.message(7, each);
  source.more?.(message);
  const payload = new MessageWriter()
    .string(3, languageVersion.slice(2))
    .bytes(4, message.finish());
  return (source.patch === undefined ? payload : payload.int(5, source.patch)).finish();
};

/** Decodes the package with all its bodies, and checks that its version has the language features. */
const decoded = (source: RawPackage, languageVersion: string): LfPackage => {
  const lfPackage = decodePackage(
    parsePackageArchive(archiveOf(payloadOf(source, languageVersion)).archive),
  );
  for (const module of lfPackage.modules.values()) {
    for (const { body } of module.values.values()) body();
    for (const each of [...module.templates.values(), ...module.interfaces.values()]) {
      for (const choice of each.choices.values()) choice.body();
    }
  }
  return lfPackage;
};

/** Returns `accepted` if the format is valid; types and names may be invalid. */
const verdictOn = (source: RawPackage, languageVersion: string, isWhole: boolean): string => {
  try {
    const lfPackage = decoded(source, languageVersion);
    const check = createPackageChecker((id) =>
      id === lfPackage.packageId ? lfPackage : undefined,
    );
    runSuspendableGenerator(check(lfPackage));
    return "accepted";
  } catch (error) {
    if (!isLedgerError(error)) throw error;
    return isWhole || error.details.code === "DAR_PARSE_ERROR" ? "refused" : "accepted";
  }
};

export const stable = ["2.1", "2.2", "2.3"] as const;
export const flat = ["2.2", "2.3"] as const;

const rows =
  (gives: string, isWhole = false) =>
  (what: string, source: RawPackage, versions: readonly string[] = stable): readonly ValueRow[] =>
    versions.map((version) =>
      computed(`${what}, in ${version}`, () => verdictOn(source, version, isWhole), gives),
    );

export const accepted = rows("accepted");
export const refused = rows("refused");
/** Creates rows that must be accepted, and that also check the names of the package. */
export const acceptedWhole = rows("accepted", true);
export const refusedWhole = rows("refused", true);

/** Creates rows that compare the decoded expression of the value, for every language version. */
export const decodes = (
  what: string,
  source: RawPackage,
  gives: string,
  versions: readonly string[] = stable,
): readonly ValueRow[] =>
  versions.map((version) =>
    computed(
      `${what}, in ${version}`,
      () => {
        const body = decoded(source, version).modules.get("Main")?.values.get("x")?.body();
        if (body === undefined) return "nothing";
        if (body.kind === "numeric") return show(body);
        return body.kind === "update" ? `update ${body.update.kind}` : body.kind;
      },
      gives,
    ),
  );
