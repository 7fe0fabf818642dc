import type { PackageId, TypeId } from "../../../base/identifiers/identifiers.ts";

/** The name `<package id>:<Module.Name>:<value name>`. */
export type LfValueId = string;

/** A Daml-LF 2.x package (daml-lf.md 3). Bodies, and all modules of known packages, are decoded on demand. */
export interface LfPackage {
  readonly packageId: PackageId;
  /** The language version, such as `2.1` or `2.dev`. */
  readonly languageVersion: string;
  readonly name: string;
  readonly version: string;
  readonly upgradedPackageId?: PackageId;
  /** The other packages that this package refers to. */
  readonly dependencies: ReadonlySet<PackageId>;
  readonly modules: ReadonlyMap<string, LfModule>;
  /** True if it is known to have no templates, interfaces or serializable types. */
  readonly isUtility?: boolean;
}

export interface LfModule {
  readonly name: string;
  readonly synonyms: ReadonlyMap<string, TypeSynonym>;
  readonly dataTypes: ReadonlyMap<string, LfDataType>;
  readonly values: ReadonlyMap<string, ValueDefinition>;
  readonly templates: ReadonlyMap<string, LfTemplate>;
  readonly exceptions: ReadonlyMap<string, ExceptionDefinition>;
  readonly interfaces: ReadonlyMap<string, LfInterface>;
}

/** Decodes on each call; keep the result if it is needed again. */
export type DecodedOnEachCall<T> = () => T;

export interface TypeParameter {
  readonly name: string;
  readonly kind: LfTypeKind;
}

export type LfTypeKind =
  | { readonly kind: "star" | "nat" }
  | {
      readonly kind: "arrow";
      readonly parameters: readonly LfTypeKind[];
      readonly result: LfTypeKind;
    };

export interface TypeSynonym {
  readonly name: string;
  readonly parameters: readonly TypeParameter[];
  readonly type: LfType;
}

export interface LfDataType {
  readonly name: string;
  readonly parameters: readonly TypeParameter[];
  readonly serializable: boolean;
  readonly constructors: DataConstructors;
}

export type DataConstructors =
  | { readonly kind: "record"; readonly fields: readonly TypedName[] }
  | { readonly kind: "variant"; readonly constructors: readonly TypedName[] }
  | { readonly kind: "enum"; readonly constructors: readonly string[] }
  | { readonly kind: "interface" };

export interface TypedName {
  readonly name: string;
  readonly type: LfType;
}

export interface ValueDefinition {
  readonly name: string;
  readonly type: LfType;
  readonly body: DecodedOnEachCall<LfExpr>;
}

export interface ExceptionDefinition {
  readonly name: string;
  /** A function from the exception record to Text. */
  readonly message: DecodedOnEachCall<LfExpr>;
}

export interface LfTemplate {
  readonly name: string;
  readonly parameter: string;
  /** Undefined if the template has none. */
  readonly precondition: DecodedOnEachCall<LfExpr> | undefined;
  readonly signatories: DecodedOnEachCall<LfExpr>;
  readonly observers: DecodedOnEachCall<LfExpr>;
  readonly choices: ReadonlyMap<string, LfChoice>;
  readonly key: TemplateKeyDefinition | undefined;
  readonly implements: ReadonlyMap<TypeId, InterfaceInstance>;
}

export interface TemplateKeyDefinition {
  readonly type: LfType;
  readonly body: DecodedOnEachCall<LfExpr>;
  /** A function from the key to its maintainers. */
  readonly maintainers: DecodedOnEachCall<LfExpr>;
}

export interface InterfaceInstance {
  readonly interfaceId: TypeId;
  readonly methods: ReadonlyMap<string, DecodedOnEachCall<LfExpr>>;
  readonly view: DecodedOnEachCall<LfExpr>;
}

export interface LfChoice {
  readonly name: string;
  readonly consuming: boolean;
  readonly controllers: DecodedOnEachCall<LfExpr>;
  readonly observers: DecodedOnEachCall<LfExpr>;
  readonly authorizers: DecodedOnEachCall<LfExpr> | undefined;
  readonly argumentName: string;
  readonly argumentType: LfType;
  readonly resultType: LfType;
  readonly selfName: string;
  readonly body: DecodedOnEachCall<LfExpr>;
}

export interface LfInterface {
  readonly name: string;
  readonly parameter: string;
  readonly methods: ReadonlyMap<string, LfType>;
  readonly choices: ReadonlyMap<string, LfChoice>;
  readonly view: LfType;
  /** All required interfaces, including indirect ones. */
  readonly requires: readonly TypeId[];
}

/** A type. In every archive format, an applied type is decoded to a head with all its arguments. */
export type LfType =
  | { readonly kind: "variable"; readonly name: string; readonly arguments: readonly LfType[] }
  | { readonly kind: "constructor"; readonly id: TypeId; readonly arguments: readonly LfType[] }
  | { readonly kind: "synonym"; readonly id: TypeId; readonly arguments: readonly LfType[] }
  | {
      readonly kind: "builtin";
      readonly builtin: BuiltinType;
      readonly arguments: readonly LfType[];
    }
  | {
      readonly kind: "forall";
      readonly parameters: readonly TypeParameter[];
      readonly body: LfType;
    }
  /** Fields sorted by name. */
  | { readonly kind: "struct"; readonly fields: readonly TypedName[] }
  | { readonly kind: "nat"; readonly value: number };

export type BuiltinType =
  | "Unit"
  | "Bool"
  | "Int64"
  | "Date"
  | "Timestamp"
  | "Numeric"
  | "Party"
  | "Text"
  | "ContractId"
  | "Optional"
  | "List"
  | "GenMap"
  | "Any"
  | "AnyException"
  | "TypeRep"
  | "Arrow"
  | "Update"
  | "FailureCategory"
  | "TextMap"
  | "BigNumeric"
  | "RoundingMode";

export interface LetBinding {
  readonly name: string;
  readonly type: LfType;
  readonly bound: LfExpr;
}

export interface NamedExpr {
  readonly name: string;
  readonly expr: LfExpr;
}

/**
 * Expressions (daml-lf.md 3.6, 7). They contain type abstractions and applications, which the compiler
 * erases.
 */
export type LfExpr =
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "value"; readonly name: LfValueId }
  | { readonly kind: "builtin"; readonly id: number }
  | { readonly kind: "unit" }
  | { readonly kind: "bool"; readonly value: boolean }
  | { readonly kind: "int64"; readonly value: bigint }
  | { readonly kind: "timestamp"; readonly micros: bigint }
  | { readonly kind: "numeric"; readonly scale: number; readonly unscaled: bigint }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "date"; readonly days: number }
  | { readonly kind: "failureCategory"; readonly category: 8 | 9 }
  | { readonly kind: "record"; readonly type: LfType; readonly fields: readonly NamedExpr[] }
  | {
      readonly kind: "recordField";
      readonly type: LfType;
      readonly field: string;
      readonly record: LfExpr;
    }
  | {
      readonly kind: "recordUpdate";
      readonly type: LfType;
      readonly field: string;
      readonly record: LfExpr;
      readonly update: LfExpr;
    }
  | {
      readonly kind: "variant";
      readonly type: LfType;
      readonly constructor: string;
      readonly argument: LfExpr;
    }
  | { readonly kind: "enum"; readonly typeId: TypeId; readonly constructor: string }
  | { readonly kind: "struct"; readonly fields: readonly NamedExpr[] }
  | { readonly kind: "structField"; readonly field: string; readonly struct: LfExpr }
  | {
      readonly kind: "structUpdate";
      readonly field: string;
      readonly struct: LfExpr;
      readonly update: LfExpr;
    }
  | { readonly kind: "apply"; readonly fun: LfExpr; readonly arguments: readonly LfExpr[] }
  | { readonly kind: "typeApply"; readonly expr: LfExpr; readonly types: readonly LfType[] }
  | { readonly kind: "lambda"; readonly parameters: readonly TypedName[]; readonly body: LfExpr }
  | {
      readonly kind: "typeLambda";
      readonly parameters: readonly TypeParameter[];
      readonly body: LfExpr;
    }
  | {
      readonly kind: "case";
      readonly scrutinee: LfExpr;
      readonly alternatives: readonly CaseAlternative[];
    }
  | { readonly kind: "let"; readonly bindings: readonly LetBinding[]; readonly body: LfExpr }
  | { readonly kind: "nil"; readonly element: LfType }
  | {
      readonly kind: "cons";
      readonly element: LfType;
      readonly front: readonly LfExpr[];
      readonly tail: LfExpr;
    }
  | { readonly kind: "none"; readonly element: LfType }
  | { readonly kind: "some"; readonly element: LfType; readonly value: LfExpr }
  | { readonly kind: "toAny"; readonly type: LfType; readonly expr: LfExpr }
  | { readonly kind: "fromAny"; readonly type: LfType; readonly expr: LfExpr }
  | { readonly kind: "typeRep"; readonly type: LfType }
  | { readonly kind: "toAnyException"; readonly type: LfType; readonly expr: LfExpr }
  | { readonly kind: "fromAnyException"; readonly type: LfType; readonly expr: LfExpr }
  | {
      readonly kind: "throw";
      readonly returnType: LfType;
      readonly exceptionType: LfType;
      readonly exception: LfExpr;
    }
  | {
      readonly kind: "toInterface";
      readonly interfaceId: TypeId;
      readonly templateId: TypeId;
      readonly expr: LfExpr;
    }
  | {
      readonly kind: "fromInterface";
      readonly interfaceId: TypeId;
      readonly templateId: TypeId;
      readonly expr: LfExpr;
    }
  | {
      readonly kind: "unsafeFromInterface";
      readonly interfaceId: TypeId;
      readonly templateId: TypeId;
      readonly contractId: LfExpr;
      readonly expr: LfExpr;
    }
  | {
      readonly kind: "callInterface";
      readonly interfaceId: TypeId;
      readonly method: string;
      readonly expr: LfExpr;
    }
  | {
      readonly kind: "signatoryInterface" | "observerInterface" | "viewInterface";
      readonly interfaceId: TypeId;
      readonly expr: LfExpr;
    }
  | {
      readonly kind: "interfaceTemplateTypeRep";
      readonly interfaceId: TypeId;
      readonly expr: LfExpr;
    }
  | {
      readonly kind: "toRequiredInterface" | "fromRequiredInterface";
      readonly required: TypeId;
      readonly requiring: TypeId;
      readonly expr: LfExpr;
    }
  | {
      readonly kind: "unsafeFromRequiredInterface";
      readonly required: TypeId;
      readonly requiring: TypeId;
      readonly contractId: LfExpr;
      readonly expr: LfExpr;
    }
  | { readonly kind: "experimental"; readonly name: string; readonly type: LfType }
  | { readonly kind: "update"; readonly update: UpdateExpr };

export interface CaseAlternative {
  readonly pattern: CasePattern;
  readonly body: LfExpr;
}

export type CasePattern =
  | { readonly kind: "default" | "unit" | "nil" | "none" }
  | { readonly kind: "bool"; readonly value: boolean }
  | {
      readonly kind: "variant";
      readonly typeId: TypeId;
      readonly constructor: string;
      readonly binder: string;
    }
  | { readonly kind: "enum"; readonly typeId: TypeId; readonly constructor: string }
  | { readonly kind: "cons"; readonly head: string; readonly tail: string }
  | { readonly kind: "some"; readonly binder: string };

/** Descriptions of ledger actions (daml-lf.md 8). */
export type UpdateExpr =
  | { readonly kind: "pure"; readonly type: LfType; readonly expr: LfExpr }
  | { readonly kind: "block"; readonly bindings: readonly LetBinding[]; readonly body: LfExpr }
  | { readonly kind: "create"; readonly templateId: TypeId; readonly argument: LfExpr }
  | { readonly kind: "createInterface"; readonly interfaceId: TypeId; readonly argument: LfExpr }
  | {
      readonly kind: "exercise";
      readonly templateId: TypeId;
      readonly choice: string;
      readonly contractId: LfExpr;
      readonly argument: LfExpr;
    }
  | {
      readonly kind: "exerciseInterface";
      readonly interfaceId: TypeId;
      readonly choice: string;
      readonly contractId: LfExpr;
      readonly argument: LfExpr;
      readonly guard: LfExpr | undefined;
    }
  | {
      readonly kind: "exerciseByKey";
      readonly templateId: TypeId;
      readonly choice: string;
      readonly key: LfExpr;
      readonly argument: LfExpr;
    }
  | { readonly kind: "fetch"; readonly templateId: TypeId; readonly contractId: LfExpr }
  | { readonly kind: "fetchInterface"; readonly interfaceId: TypeId; readonly contractId: LfExpr }
  | { readonly kind: "fetchByKey" | "queryByKey"; readonly templateId: TypeId }
  | { readonly kind: "getTime" }
  | { readonly kind: "isLedgerTimeBefore"; readonly time: LfExpr }
  | { readonly kind: "embed"; readonly type: LfType; readonly expr: LfExpr }
  | {
      readonly kind: "tryCatch";
      readonly returnType: LfType;
      readonly attempt: LfExpr;
      readonly variable: string;
      readonly handler: LfExpr;
    };
