import type { DataDefinition } from "../../base/values/type.ts";
import {
  getChoicesExceptArchive,
  isTemplateOrInterface,
  type ModuleEntity,
} from "../model/entities.ts";
import { indentText } from "../print/lines.ts";
import { printPropertyName } from "../print/type-printer.ts";
import { type CompanionScope, getTypeParameters } from "./companion-scope.ts";
import { printTypeForDamlTypes } from "./companion-types.ts";
import { buildNestedTypes, type NestedType } from "./nested.ts";

export interface CompanionEntityContext {
  readonly entity: ModuleEntity;
  readonly scope: CompanionScope;
  /** The template id with the package name: `#<package name>:<Module>:<Entity>`. */
  readonly reference: string;
  /** Name of the entity in this module. */
  readonly name: string;
}

/** Returns the type declarations of a type, template or interface and of its companion. */
export const printCompanionTypes = (context: CompanionEntityContext): string => {
  const { entity, scope, name } = context;
  const { data } = entity;
  const nested = buildNestedTypes(entity.nested);
  const parts: string[] = [];
  if (data !== undefined && entity.interface === undefined) {
    parts.push(`export declare ${typeText(name, data, scope)}`);
  }
  if (nested.length > 0) parts.push(`export declare ${namespaceText(name, nested, scope)}`);
  if (isTemplateOrInterface(entity)) parts.push(ownerTypes(context));
  parts.push(`export declare const ${name}: ${companionText(context, nested)};\n`);
  return parts.join("");
};

const typeText = (name: string, data: DataDefinition, scope: CompanionScope): string => {
  const { names } = scope;
  const given = getTypeParameters(data).map((each) => names.parameterName(each));
  const head = `type ${name}${given.length === 0 ? "" : `<${given.join(", ")}>`} =`;
  switch (data.kind) {
    case "record": {
      const fields = data.fields.map(
        (field) =>
          `  ${printPropertyName(field.name)}: ${printTypeForDamlTypes(field.type, names)};\n`,
      );
      return fields.length === 0 ? `${head} {};\n` : `${head} {\n${fields.join("")}};\n`;
    }
    case "variant": {
      const cases = data.constructors.map(
        (each) =>
          `\n  | { tag: "${each.name}"; value: ${printTypeForDamlTypes(each.type, names)} }`,
      );
      return `${head}${cases.join("") || " never"};\n`;
    }
    case "enum":
      return `${head}${data.constructors.map((each) => `\n  | "${each}"`).join("") || " never"};\n`;
  }
};

const namespaceText = (
  name: string,
  nested: readonly NestedType[],
  scope: CompanionScope,
): string => {
  const parts = nested.flatMap(({ name: own, data, within }) => [
    ...(data === undefined ? [] : [typeText(own, data, scope)]),
    ...(within.length === 0 ? [] : [namespaceText(own, within, scope)]),
  ]);
  return `namespace ${name} {\n${indentText(parts.join(""))}}\n`;
};

const ownerTypes = (context: CompanionEntityContext): string => {
  const { entity, scope, reference, name } = context;
  const { names } = scope;
  const { library } = names;
  const kind = entity.template === undefined ? "InterfaceCompanion" : "Template";
  const key = keyText(context);
  const choice = (of: string, argument: string, result: string): string =>
    `  ${printPropertyName(of)}: ${library}.Choice<${name}, ${argument}, ${result}, ${key}> &\n` +
    `    ${library}.ChoiceFrom<${library}.${kind}<${name}, ${key}>>;\n`;
  const choices = getChoicesExceptArchive(entity).map((each) =>
    choice(
      each.name,
      printTypeForDamlTypes(each.argument, names),
      printTypeForDamlTypes(each.result, names),
    ),
  );
  const view =
    entity.interface === undefined
      ? ""
      : `export declare type ${name} = ${library}.Interface<"${reference}"> & ${printTypeForDamlTypes(entity.interface.view, names)};\n`;
  return `${view}export declare interface ${scope.getChoicesTypeName(name)} {\n${choice("Archive", "{}", "{}")}${choices.join("")}}\n`;
};

const keyText = ({ entity, scope }: CompanionEntityContext): string =>
  entity.template?.key === undefined
    ? "undefined"
    : printTypeForDamlTypes(entity.template.key, scope.names);

const companionText = (context: CompanionEntityContext, nested: readonly NestedType[]): string => {
  const { entity, scope, name, reference } = context;
  const { library } = scope.names;
  const key = keyText(context);
  const within = nestedText(name, nested, scope);
  if (entity.template !== undefined) {
    const interfaces = [...entity.template.implements]
      .sort()
      .flatMap((id) => scope.names.definitionName(id) ?? []);
    const parts = [
      `${library}.Template<${name}, ${key}, "${reference}">`,
      `${library}.ToInterface<${name}, ${interfaces.join(" | ") || "never"}>`,
      scope.getChoicesTypeName(name),
    ];
    return [...parts, ...within].join(" &\n  ");
  }
  if (entity.interface !== undefined) {
    const parts = [
      `${library}.InterfaceCompanion<${name}, undefined, "${reference}">`,
      `${library}.FromTemplate<${name}, unknown>`,
      scope.getChoicesTypeName(name),
    ];
    return [...parts, ...within].join(" &\n  ");
  }
  const own = entity.data === undefined ? [] : [serializableText(name, entity.data, scope)];
  return [...own, ...within].join(" & ");
};

const serializableText = (path: string, data: DataDefinition, scope: CompanionScope): string => {
  const { names } = scope;
  const { library } = names;
  const parameters = getTypeParameters(data).map((each) => names.parameterName(each));
  if (data.kind === "enum") {
    return `${library}.Serializable<${path}> & { readonly keys: ${path}[] } & { readonly [e in ${path}]: e }`;
  }
  if (parameters.length === 0) return `${library}.Serializable<${path}>`;
  const given = parameters.map((each) => `${each}: ${library}.Serializable<${each}>`);
  const list = parameters.join(", ");
  return `(<${list}>(${given.join(", ")}) => ${library}.Serializable<${path}<${list}>>)`;
};

const nestedText = (
  path: string,
  nested: readonly NestedType[],
  scope: CompanionScope,
): readonly string[] => {
  if (nested.length === 0) return [];
  const parts = nested.map(({ name, data, within }) => {
    const own = data === undefined ? [] : [serializableText(`${path}.${name}`, data, scope)];
    return `${name}: ${[...own, ...nestedText(`${path}.${name}`, within, scope)].join(" & ")}`;
  });
  return [`{ ${parts.join("; ")} }`];
};
