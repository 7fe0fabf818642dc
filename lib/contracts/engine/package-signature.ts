import type {
  PackageId,
  PackageName,
  QualifiedName,
  TypeId,
} from "../../base/identifiers/identifiers.ts";
import type { DataDefinition, Type } from "../../base/values/type.ts";

/** The definitions of a package, independent of its language and engine. Immutable. */
export interface PackageSignature {
  readonly packageId: PackageId;
  readonly name: PackageName;
  /** Dotted decimal version, such as `1.0.0`. */
  readonly version: string;
  /** `typescript`, or the Daml-LF version. */
  readonly language: string;
  /** Ids of direct dependencies. */
  readonly dependencies: readonly PackageId[];
  readonly templates: ReadonlyMap<QualifiedName, TemplateSignature>;
  readonly interfaces: ReadonlyMap<QualifiedName, InterfaceSignature>;
  readonly dataTypes: ReadonlyMap<QualifiedName, DataDefinition>;
  /** Names of the data types that are exceptions. Default: none. */
  readonly exceptions?: ReadonlySet<QualifiedName>;
  /** The result of `isUtilityPackage`, if the engine can determine it faster or has other rules. */
  readonly isUtility?: boolean;
  /** Names of all modules, if the language has modules. */
  readonly modules?: ReadonlySet<string>;
  /** The archive as uploaded, if there is one. */
  readonly archive?: Uint8Array;
}

/** Signature of a template: types, choices by name, and implemented interfaces. */
export interface TemplateSignature {
  readonly id: TypeId;
  readonly payload: Type;
  readonly key?: Type;
  /** Choices by name, including `Archive`. */
  readonly choices: ReadonlyMap<string, ChoiceSignature>;
  /** Implemented interfaces, including the interfaces that these require. */
  readonly implements: ReadonlySet<TypeId>;
}

/** Signature of an interface: view type, choices by name, and required interfaces. */
export interface InterfaceSignature {
  readonly id: TypeId;
  readonly view: Type;
  readonly choices: ReadonlyMap<string, ChoiceSignature>;
  readonly requires: ReadonlySet<TypeId>;
}

/** Signature of a choice: its types, and whether it archives the contract. */
export interface ChoiceSignature {
  readonly name: string;
  readonly consuming: boolean;
  readonly argument: Type;
  readonly result: Type;
}
