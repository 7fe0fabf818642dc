import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { strToU8, zipSync } from "fflate";

import type {
  InterfaceInstance,
  LfChoice,
  LfDataType,
  LfInterface,
  LfModule,
  LfTemplate,
} from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { expression } from "./encode-expression.ts";
import { Encoder } from "./encoder.ts";
import { MessageWriter } from "./message-writer.ts";
import type { Ranges } from "./ranges.ts";

/** A package to assemble; it refers to itself as `self`. */
export interface PackageSource {
  readonly name: string;
  readonly version: string;
  /** `2.1`, `2.2`, `2.3` …; 2.1 when absent. */
  readonly languageVersion?: string;
  readonly modules: readonly LfModule[];
  /** The source ranges to write as locations; none when absent. */
  readonly ranges?: Ranges;
}

export interface AssembledPackage {
  readonly packageId: string;
  readonly name: string;
  readonly version: string;
  /** The `Archive` message. */
  readonly archive: Uint8Array;
}

/** Encodes a package in the archive format (daml-lf.md 3). */
export const assemblePackage = (source: PackageSource): AssembledPackage => {
  const { name, version, languageVersion = "2.1" } = source;
  const payload = new MessageWriter()
    .string(3, languageVersion.slice(2))
    .bytes(4, packageMessage(source, languageVersion))
    .finish();
  return { name, version, ...archiveOf(payload) };
};

/** Returns an archive with this payload and its hash. */
export const archiveOf = (
  payload: Uint8Array,
): { readonly packageId: string; readonly archive: Uint8Array } => {
  const packageId = bytesToHex(sha256(payload));
  return {
    packageId,
    archive: new MessageWriter().bytes(3, payload).string(4, packageId).finish(),
  };
};

/** Returns a DAR with a main package and its dependencies, and source files by path. */
export const assembleDar = (
  main: AssembledPackage,
  dependencies: readonly AssembledPackage[] = [],
  sources: Readonly<Record<string, string>> = {},
): Uint8Array => {
  const all = [main, ...dependencies];
  const paths = all.map(({ name, version, packageId }) => `${name}-${version}-${packageId}.dalf`);
  const manifest = [
    "Manifest-Version: 1.0",
    "Created-By: assembler",
    "Format: daml-lf",
    "Encryption: non-encrypted",
    ...wrapped(`Main-Dalf: ${paths[0] ?? ""}`),
    ...wrapped(`Dalfs: ${paths.join(", ")}`),
    "",
  ].join("\n");
  const entries = all.map(({ archive }, index) => [paths[index] ?? "", archive] as const);
  return zipSync(
    {
      "META-INF/MANIFEST.MF": strToU8(manifest),
      ...Object.fromEntries(entries),
      ...Object.fromEntries(Object.entries(sources).map(([path, text]) => [path, strToU8(text)])),
    },
    // Compressing them takes longer than loading them.
    { level: 0 },
  );
};

/** Splits a manifest line: a line has at most 72 bytes, and continuation lines begin with a space. */
const wrapped = (line: string): readonly string[] => {
  const lines = [line.slice(0, 72)];
  for (let rest = line.slice(72); rest !== ""; rest = rest.slice(71)) {
    lines.push(` ${rest.slice(0, 71)}`);
  }
  return lines;
};

const packageMessage = (
  { name, version, modules, ranges }: PackageSource,
  languageVersion: string,
): Uint8Array => {
  const encoder = new Encoder(languageVersion, ranges);
  const bodies = modules.map((module) => moduleMessage(encoder, module));
  const metadata = new MessageWriter()
    .int(1, encoder.string(name))
    .int(2, encoder.string(version))
    .finish();
  const message = new MessageWriter();
  for (const body of bodies) message.bytes(1, body);
  encoder.writeTables(message, metadata);
  return message.finish();
};

const moduleMessage = (encoder: Encoder, module: LfModule): Uint8Array => {
  const message = new MessageWriter().int(1, encoder.dottedName(module.name));
  message.message(2, (flags) => flags.bool(1, true).bool(2, true).bool(3, true));
  for (const { name, parameters, type } of module.synonyms.values()) {
    message.message(3, (m) => {
      m.int(2, encoder.dottedName(name));
      for (const each of parameters) m.message(3, encoder.typeParameter(each));
      m.message(4, encoder.type(type));
    });
  }
  for (const each of module.dataTypes.values()) {
    message.message(4, (m) => writeDataType(encoder, each, m));
  }
  for (const value of module.values.values()) {
    const { name, type, body } = value;
    message.message(5, (m) => {
      encoder.location(1, value, m);
      m.message(2, (typed) =>
        typed.int(1, encoder.dottedName(name)).message(2, encoder.type(type)),
      ).message(3, expression(encoder, body()));
    });
  }
  for (const each of module.templates.values()) {
    message.message(6, (m) => writeTemplate(encoder, each, m));
  }
  for (const { name, message: text } of module.exceptions.values()) {
    message.message(7, (m) =>
      m.int(1, encoder.dottedName(name)).message(3, expression(encoder, text())),
    );
  }
  for (const each of module.interfaces.values()) {
    message.message(8, (m) => writeInterface(encoder, each, m));
  }
  return message.finish();
};

const writeDataType = (encoder: Encoder, type: LfDataType, message: MessageWriter): void => {
  message.int(2, encoder.dottedName(type.name));
  for (const each of type.parameters) message.message(3, encoder.typeParameter(each));
  message.bool(4, type.serializable);
  const { constructors } = type;
  switch (constructors.kind) {
    case "record":
      message.message(5, (m) => {
        for (const each of constructors.fields) m.message(1, encoder.typedName(each));
      });
      return;
    case "variant":
      message.message(6, (m) => {
        for (const each of constructors.constructors) m.message(1, encoder.typedName(each));
      });
      return;
    case "enum":
      message.message(7, (m) =>
        m.packed(
          2,
          constructors.constructors.map((each) => encoder.string(each)),
        ),
      );
      return;
    case "interface":
      message.bytes(8, new Uint8Array());
      return;
  }
};

const writeTemplate = (encoder: Encoder, template: LfTemplate, message: MessageWriter): void => {
  message.int(1, encoder.dottedName(template.name)).int(2, encoder.string(template.parameter));
  const { precondition, key } = template;
  if (precondition !== undefined) message.message(3, expression(encoder, precondition()));
  message.message(4, expression(encoder, template.signatories()));
  for (const choice of template.choices.values()) {
    message.message(6, (m) => writeChoice(encoder, choice, m));
  }
  message.message(7, expression(encoder, template.observers()));
  encoder.location(8, template, message);
  if (key !== undefined) {
    message.message(9, (m) =>
      m
        .message(1, encoder.type(key.type))
        .message(3, expression(encoder, key.maintainers()))
        .message(4, expression(encoder, key.body())),
    );
  }
  for (const instance of template.implements.values()) {
    message.message(10, (m) => writeInstance(encoder, instance, m));
  }
};

const writeInstance = (
  encoder: Encoder,
  instance: InterfaceInstance,
  message: MessageWriter,
): void => {
  message.message(1, encoder.reference(instance.interfaceId));
  message.message(2, (body) => {
    for (const [name, method] of instance.methods) {
      body.message(1, (m) =>
        m.int(1, encoder.string(name)).message(2, expression(encoder, method())),
      );
    }
    body.message(2, expression(encoder, instance.view()));
  });
};

const writeChoice = (encoder: Encoder, choice: LfChoice, message: MessageWriter): void => {
  const { authorizers } = choice;
  encoder.location(1, choice, message);
  message
    .int(2, encoder.string(choice.name))
    .bool(3, choice.consuming)
    .message(4, expression(encoder, choice.controllers()))
    .message(5, expression(encoder, choice.observers()))
    .message(6, encoder.typedName({ name: choice.argumentName, type: choice.argumentType }))
    .message(8, encoder.type(choice.resultType))
    .message(9, expression(encoder, choice.body()))
    .int(10, encoder.string(choice.selfName));
  if (authorizers !== undefined) message.message(1001, expression(encoder, authorizers()));
};

const writeInterface = (
  encoder: Encoder,
  definition: LfInterface,
  message: MessageWriter,
): void => {
  message.int(2, encoder.dottedName(definition.name)).int(4, encoder.string(definition.parameter));
  for (const [name, type] of definition.methods) {
    message.message(3, (m) => m.int(2, encoder.string(name)).message(3, encoder.type(type)));
  }
  for (const choice of definition.choices.values()) {
    message.message(5, (m) => writeChoice(encoder, choice, m));
  }
  message.message(6, encoder.type(definition.view));
  for (const required of definition.requires) message.message(7, encoder.reference(required));
};
