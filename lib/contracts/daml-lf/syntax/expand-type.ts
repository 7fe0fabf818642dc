import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import type { LfType, TypeSynonym } from "./ast.ts";

/** Types of type variables, by name. */
type TypeByVariable = ReadonlyMap<string, LfType>;

interface TypeSynonymLookup {
  getSynonym(id: TypeId): TypeSynonym;
}

/**
 * Returns the type with synonyms expanded and variables replaced by `bindings`; other variables stay. The
 * cost is proportional to the size of the result. Raises the error of `synonyms` for an unknown synonym.
 */
export const expandTypeSynonyms = (
  type: LfType,
  synonyms: TypeSynonymLookup,
  bindings: TypeByVariable = new Map(),
): LfType => {
  const expand = (each: LfType): LfType => expandTypeSynonyms(each, synonyms, bindings);
  switch (type.kind) {
    case "variable":
      return bindings.get(type.name) ?? type;
    case "builtin":
    case "constructor":
      return type.arguments.length === 0
        ? type
        : { ...type, arguments: type.arguments.map(expand) };
    case "struct":
      return {
        kind: "struct",
        fields: type.fields.map(({ name, type: field }) => ({ name, type: expand(field) })),
      };
    case "synonym": {
      const { parameters, type: meaning } = synonyms.getSynonym(type.id);
      const own = new Map(
        parameters.flatMap(({ name }, index) => {
          const argument = type.arguments[index];
          return argument === undefined ? [] : [[name, expand(argument)] as const];
        }),
      );
      return expandTypeSynonyms(meaning, synonyms, own);
    }
    case "forall":
      return { ...type, body: expand(type.body) };
    case "nat":
      return type;
  }
};
