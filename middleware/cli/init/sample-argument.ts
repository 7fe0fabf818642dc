import type { DataLookup, Type } from "../../../lib/api.ts";

/** Deepest nesting of records that gets a sample; deeper types are recursive. */
const maxDepth = 8;

/** Creates sample values: JSON of fixtures, in which `${alice}` is a party. */
export class SampleArgumentFactory {
  readonly #lookup: DataLookup;
  readonly #parties: readonly string[];
  #partiesUsed = 0;

  /** Fields of type `Party` get the names of `parties` in turn. */
  constructor(lookup: DataLookup, parties: readonly string[]) {
    this.#lookup = lookup;
    this.#parties = parties;
  }

  /**
   * Returns a value of the type. Returns undefined for types whose values cannot be invented:
   * contract ids, and recursive types without an empty value.
   */
  createSample(type: Type): unknown {
    return this.#createNestedSample(type, { field: "text", bound: new Map(), depth: 0 });
  }

  #createNestedSample(type: Type, place: ValuePlace): unknown {
    switch (type.kind) {
      case "unit":
      case "textMap":
        return {};
      case "bool":
        return false;
      case "int64":
        return "1";
      case "numeric":
        return "1.0";
      case "text":
        return place.field;
      case "timestamp":
        return "2025-01-01T00:00:00Z";
      case "date":
        return "2025-01-01";
      case "party":
        return `\${${this.#parties[this.#partiesUsed++ % this.#parties.length] ?? ""}}`;
      case "contractId":
        return undefined;
      case "optional":
        return null;
      case "list":
      case "genMap":
        return [];
      case "variable": {
        const bound = place.bound.get(type.name);
        return bound === undefined
          ? undefined
          : this.#createNestedSample(bound.type, { ...place, ...bound });
      }
      case "named":
        return this.#ofNamed(type, place);
    }
  }

  #ofNamed(type: Extract<Type, { kind: "named" }>, place: ValuePlace): unknown {
    const definition = this.#lookup(type.id);
    if (definition === undefined || place.depth === maxDepth) return undefined;
    if (definition.kind === "enum") return definition.constructors[0];
    const bound = new Map(
      definition.parameters.flatMap((name, index) => {
        const argument = type.arguments[index];
        return argument === undefined ? [] : [[name, { type: argument, bound: place.bound }]];
      }),
    );
    const inner = { bound, depth: place.depth + 1 };
    if (definition.kind === "variant") {
      const [constructor] = definition.constructors;
      if (constructor === undefined) return undefined;
      const value = this.#createNestedSample(constructor.type, {
        ...inner,
        field: constructor.name,
      });
      return value === undefined ? undefined : { tag: constructor.name, value };
    }
    const fields = definition.fields.map(({ name, type: fieldType }) => [
      name,
      this.#createNestedSample(fieldType, { ...inner, field: name }),
    ]);
    return fields.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(fields);
  }
}

/** The place of a value: its field, the arguments of type parameters, and the nesting. */
interface ValuePlace {
  readonly field: string;
  readonly bound: BoundTypes;
  readonly depth: number;
}

type BoundTypes = ReadonlyMap<string, { readonly type: Type; readonly bound: BoundTypes }>;
