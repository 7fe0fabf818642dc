import type { Type } from "../../lib/api.ts";
import { isJsonObject } from "../../lib/internal.ts";
import { applyTypeArguments } from "./format-daml-type.ts";
import type { FindDataDefinition } from "./package-lookup.ts";

/**
 * Returns a value of a type with full party ids in place of short names such as `alice`. Parts that do not
 * fit the type are unchanged, so that the ledger explains what is wrong with them.
 */
export const resolvePartyNamesInValue = async (
  value: unknown,
  type: Type,
  { definitions, resolve }: PartyValues,
): Promise<unknown> => {
  const within = (part: unknown, of: Type): Promise<unknown> =>
    resolvePartyNamesInValue(part, of, { definitions, resolve });
  switch (type.kind) {
    case "party":
      return typeof value === "string" ? resolve(value) : value;
    case "list":
    case "optional":
      // In nested Optionals, Some is a list of one element.
      if (Array.isArray(value)) {
        return Promise.all(value.map((each: unknown) => within(each, type.element)));
      }
      return type.kind === "optional" && value !== null ? within(value, type.element) : value;
    case "textMap":
      return isJsonObject(value)
        ? convertEachValue(value, (part) => within(part, type.element))
        : value;
    case "genMap":
      if (!Array.isArray(value)) return value;
      return Promise.all(
        value.map((pair: unknown) =>
          Array.isArray(pair) && pair.length === 2
            ? Promise.all([within(pair[0], type.key), within(pair[1], type.value)])
            : pair,
        ),
      );
    case "named": {
      const definition = definitions(type.id);
      if (!isJsonObject(value) || definition === undefined || definition.kind === "enum") {
        return value;
      }
      const of = (part: Type): Type =>
        applyTypeArguments(part, definition.parameters, type.arguments);
      if (definition.kind === "record") {
        return convertEachValue(value, (part, name) => {
          const field = definition.fields.find((each) => each.name === name);
          return field === undefined ? part : within(part, of(field.type));
        });
      }
      const chosen = definition.constructors.find(({ name }) => name === value["tag"]);
      return chosen === undefined
        ? value
        : convertEachValue(value, (part, name) =>
            name === "value" ? within(part, of(chosen.type)) : part,
          );
    }
    case "unit":
    case "bool":
    case "int64":
    case "text":
    case "timestamp":
    case "date":
    case "numeric":
    case "contractId":
    case "variable":
      return value;
  }
};

interface PartyValues {
  readonly definitions: FindDataDefinition;
  /** Returns the full id of a party. */
  readonly resolve: (name: string) => Promise<string>;
}

const convertEachValue = async (
  object: Readonly<Record<string, unknown>>,
  convert: (value: unknown, name: string) => unknown,
): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(object).map(
        async ([name, value]) => [name, await convert(value, name)] as const,
      ),
    ),
  );
