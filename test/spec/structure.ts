/**
 * The structure of an API: operations, fields, types, what is required, constants. What may be null
 * instead of absent is no part of it: the envelope treats both alike (ledger-api.md 1.5).
 */
export interface ApiStructure {
  /** By `METHOD /path`. */
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
  /** `int64`, `date-time` …; undefined when not stated. */
  readonly format: string | undefined;
  /** The name of the component that describes it. */
  readonly name: string | undefined;
  readonly constants: readonly string[] | undefined;
  /** There are more constants than those named. */
  readonly isOpen: boolean;
}

export interface RecordStructure {
  readonly kind: "record";
  readonly name: string | undefined;
  readonly fields: ReadonlyMap<string, FieldStructure>;
}

export interface FieldStructure {
  /** Undefined when not stated. */
  readonly isRequired: boolean | undefined;
  /** A function, since records may contain themselves. */
  readonly structure: () => Structure;
}

export interface ChoiceStructure {
  readonly kind: "choice";
  readonly name: string | undefined;
  readonly variants: ReadonlyMap<string, () => Structure>;
  /** There are more variants than those named. */
  readonly isOpen: boolean;
}
