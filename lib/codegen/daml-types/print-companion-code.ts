import type { DataDefinition, Field, Type } from "../../base/values/type.ts";
import { getChoicesExceptArchive, type ModuleEntity } from "../model/entities.ts";
import { indentText } from "../print/lines.ts";
import { printPropertyName } from "../print/type-printer.ts";
import { type CompanionScope, getTypeParameters } from "./companion-scope.ts";
import { printCompanionReference } from "./companion-types.ts";
import { buildNestedTypes, type NestedType } from "./nested.ts";
import type { CompanionEntityContext } from "./print-companion-types.ts";

/** Returns the JavaScript of the companion of a type, template or interface. */
export const printCompanionCode = (
  owned: CompanionEntityContext & { readonly packageId: string },
): string => {
  const { entity, scope, name } = owned;
  const { library } = scope.names;
  const own =
    entity.template !== undefined
      ? templateText(owned, entity.template)
      : entity.interface !== undefined
        ? interfaceText(owned, entity.interface)
        : entity.data === undefined
          ? "{}"
          : companionText(entity.data, scope);
  const register =
    entity.template === undefined
      ? ""
      : `${library}.registerTemplate(${name}, ["${owned.packageId}", "${packageReference(owned)}"]);\n`;
  const within = nestedText(name, buildNestedTypes(entity.nested), scope);
  return `export const ${name} = ${own};\n${within}${register}`;
};

const packageReference = ({ reference }: CompanionEntityContext): string =>
  reference.split(":")[0] ?? reference;

const nestedText = (path: string, nested: readonly NestedType[], scope: CompanionScope): string =>
  nested
    .map(({ name, data, within }) => {
      const own = data === undefined ? "{}" : companionText(data, scope);
      return `${path}.${name} = ${own};\n${nestedText(`${path}.${name}`, within, scope)}`;
    })
    .join("");

const companionText = (data: DataDefinition, scope: CompanionScope): string => {
  const parameters = getTypeParameters(data).map((each) => scope.names.parameterName(each));
  const text = printObjectLiteral(codecMembers(data, scope));
  return parameters.length === 0 ? text : `(${parameters.join(", ")}) => (${text})`;
};

const codecMembers = (data: DataDefinition, scope: CompanionScope): readonly string[] => {
  switch (data.kind) {
    case "record":
      return recordMembers(data.fields, scope);
    case "variant":
      return variantMembers(data.constructors, scope);
    case "enum":
      return enumMembers(data.constructors, scope);
  }
};

const recordMembers = (fields: readonly Field[], scope: CompanionScope): readonly string[] => {
  const { names, jtv, value } = scope;
  const decoders = fields.map(
    ({ name, type }) =>
      `${printPropertyName(name)}: ${printCompanionReference(type, names)}.decoder`,
  );
  const encoded = fields.map(
    ({ name, type }) =>
      `${printPropertyName(name)}: ${printCompanionReference(type, names)}.encode(${value}${printPropertyAccess(name)})`,
  );
  return [
    `decoder: ${printLazyDecoder(`${jtv}.object(${printObjectLiteral(decoders)})`, scope)}`,
    `encode: (${value}) => (${printObjectLiteral(encoded)})`,
  ];
};

const variantMembers = (cases: readonly Field[], scope: CompanionScope): readonly string[] => {
  const { names, jtv, value } = scope;
  const decoders = cases.map(
    ({ name, type }) =>
      `${jtv}.object({ tag: ${jtv}.constant("${name}"), value: ${printCompanionReference(type, names)}.decoder })`,
  );
  const encoded = cases.map(
    ({ name, type }) =>
      `case "${name}":\n  return { tag: "${name}", value: ${printCompanionReference(type, names)}.encode(${value}.value) };\n`,
  );
  const otherwise = `default:\n  throw new Error(\`There is no constructor \${${value}.tag}.\`);\n`;
  const body = `switch (${value}.tag) {\n${indentText([...encoded, otherwise].join(""))}}\n`;
  return [
    `decoder: ${printLazyDecoder(`${jtv}.oneOf(${printArgumentLines(decoders)})`, scope)}`,
    `encode: (${value}) => {\n${indentText(body)}}`,
  ];
};

const enumMembers = (constructors: readonly string[], scope: CompanionScope): readonly string[] => {
  const { jtv, value } = scope;
  const quoted = constructors.map((each) => `"${each}"`);
  return [
    ...constructors.map((each) => `${printPropertyName(each)}: "${each}"`),
    `keys: [${quoted.join(", ")}]`,
    `decoder: ${printLazyDecoder(`${jtv}.oneOf(${quoted.map((each) => `${jtv}.constant(${each})`).join(", ")})`, scope)}`,
    `encode: (${value}) => ${value}`,
  ];
};

const templateText = (
  owned: CompanionEntityContext & { readonly packageId: string },
  { key }: NonNullable<ModuleEntity["template"]>,
): string => {
  const { entity, scope, reference } = owned;
  const { names, jtv } = scope;
  const keyMembers =
    key === undefined
      ? [`keyDecoder: ${jtv}.succeed(undefined)`, "keyEncode: () => undefined"]
      : [
          `keyDecoder: ${printLazyDecoder(`${printCompanionReference(key, names)}.decoder`, scope)}`,
          `keyEncode: (${scope.value}) => ${printCompanionReference(key, names)}.encode(${scope.value})`,
        ];
  const members = [
    `templateId: "${reference}"`,
    `templateIdWithPackageId: "${idWithPackageId(owned)}"`,
    ...keyMembers,
    ...(entity.data === undefined ? [] : codecMembers(entity.data, scope)),
    ...choiceMembers(owned),
  ];
  return `${names.library}.assembleTemplate(${printObjectLiteral(members)})`;
};

const interfaceText = (
  owned: CompanionEntityContext & { readonly packageId: string },
  { view }: NonNullable<ModuleEntity["interface"]>,
): string => {
  const { scope, reference } = owned;
  const { names } = scope;
  const args = [
    `"${reference}"`,
    `"${idWithPackageId(owned)}"`,
    `() => ${printCompanionReference(view, names)}`,
    printObjectLiteral(choiceMembers(owned)),
  ];
  return `${names.library}.assembleInterface(${printArgumentLines(args)})`;
};

/** Returns the id `<package id>:<Module>:<Entity>`. */
const idWithPackageId = ({
  reference,
  packageId,
}: CompanionEntityContext & { readonly packageId: string }): string =>
  `${packageId}${reference.slice(reference.indexOf(":"))}`;

const choiceMembers = ({ entity, scope, name }: CompanionEntityContext): readonly string[] => {
  const { names, value } = scope;
  const { library } = names;
  const unit: Type = { kind: "unit" };
  const choices = [
    { name: "Archive", argument: unit, result: unit },
    ...getChoicesExceptArchive(entity),
  ];
  return choices.map((choice) => {
    const [argument, result] = [choice.argument, choice.result].map((type) =>
      printCompanionReference(type, names),
    );
    const members = [
      `template: () => ${name}`,
      `choiceName: "${choice.name}"`,
      `argumentDecoder: ${library}.lazyMemo(() => ${argument ?? ""}.decoder)`,
      `argumentEncode: (${value}) => ${argument ?? ""}.encode(${value})`,
      `resultDecoder: ${library}.lazyMemo(() => ${result ?? ""}.decoder)`,
      `resultEncode: (${value}) => ${result ?? ""}.encode(${value})`,
    ];
    return `${printPropertyName(choice.name)}: ${printObjectLiteral(members)}`;
  });
};

const printLazyDecoder = (decoder: string, { names }: CompanionScope): string =>
  `${names.library}.lazyMemo(() => ${decoder})`;

const printPropertyAccess = (name: string): string =>
  name === "__proto__" ? '["__proto__"]' : `.${name}`;

const printObjectLiteral = (members: readonly string[]): string =>
  members.length === 0 ? "{}" : `{\n${members.map((each) => `${indentText(each)},\n`).join("")}}`;

const printArgumentLines = (parts: readonly string[]): string =>
  parts.length === 0 ? "" : `\n${parts.map((each) => `${indentText(each)},\n`).join("")}`;
