/**
 * The structure of an API: operations, fields, types, required fields, constants. It does not distinguish
 * null from absent fields, which mean the same (ledger-api.md 1.5).
 */
export interface ApiStructure {
  /** Operations by `METHOD /path`. */
  readonly operations: ReadonlyMap<string, OperationStructure>;
}

export interface OperationStructure {
  readonly path: RecordStructure;
  readonly query: RecordStructure;
  readonly request: Structure | undefined;
  readonly response: Structure | undefined;
}

export type Structure =
  | { readonly kind: "unknown" }
  | { readonly kind: "any" }
  | ScalarStructure
  | { readonly kind: "list"; readonly item: Structure }
  | { readonly kind: "map"; readonly value: Structure }
  | RecordStructure
  | ChoiceStructure;

export interface ScalarStructure {
  readonly kind: "scalar";
  readonly type: string;
  /** `int64`, `date-time` …; undefined if not stated. */
  readonly format: string | undefined;
  /** Name of the component that describes the type; undefined if it is described in place. */
  readonly name: string | undefined;
  readonly constants: readonly string[] | undefined;
  /** True if other constants than the named ones are allowed. */
  readonly isOpen: boolean;
}

export interface RecordStructure {
  readonly kind: "record";
  readonly name: string | undefined;
  readonly fields: ReadonlyMap<string, FieldStructure>;
}

export interface FieldStructure {
  /** Undefined if not stated. */
  readonly isRequired: boolean | undefined;
  /** Returns the structure; a function, since records may be recursive. */
  readonly structure: () => Structure;
}

export interface ChoiceStructure {
  readonly kind: "choice";
  readonly name: string | undefined;
  readonly variants: ReadonlyMap<string, () => Structure>;
  /** True if other variants than the named ones are allowed. */
  readonly isOpen: boolean;
}
