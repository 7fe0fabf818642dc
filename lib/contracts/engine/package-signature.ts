import type {
  PackageId,
  PackageName,
  QualifiedName,
  TypeId,
} from "../../base/identifiers/identifiers.ts";
import type { DataDefinition, Type } from "../../base/values/type.ts";

/** What a package offers, whatever language it is written in and whatever runs it. Immutable. */
export interface PackageSignature {
  readonly packageId: PackageId;
  readonly name: PackageName;
  /** Dotted decimal, e.g. `1.0.0`. */
  readonly version: string;
  /** `typescript`, or the Daml-LF version. */
  readonly language: string;
  /** All packages it refers to, directly. */
  readonly dependencies: readonly PackageId[];
  readonly templates: ReadonlyMap<QualifiedName, TemplateSignature>;
  readonly interfaces: ReadonlyMap<QualifiedName, InterfaceSignature>;
  readonly dataTypes: ReadonlyMap<QualifiedName, DataDefinition>;
  /** Which of the data types are exceptions; none when absent. */
  readonly exceptions?: ReadonlySet<QualifiedName>;
  /** As `isUtilityPackage` tells, where the language finds it out at less cost or has exceptions. */
  readonly isUtility?: boolean;
  /** All modules, where the language has modules of their own. */
  readonly modules?: ReadonlySet<string>;
  /** The archive as uploaded, where there is one. */
  readonly archive?: Uint8Array;
}

/** What a package says of a template: types, choices by name, and the interfaces that it implements. */
export interface TemplateSignature {
  readonly id: TypeId;
  readonly payload: Type;
  readonly key?: Type;
  /** By name; `Archive` included. */
  readonly choices: ReadonlyMap<string, ChoiceSignature>;
  /** Implemented interfaces, required ones included. */
  readonly implements: ReadonlySet<TypeId>;
}

/** What a package says of an interface: the type of its view, its choices by name, and the interfaces that it requires. */
export interface InterfaceSignature {
  readonly id: TypeId;
  readonly view: Type;
  readonly choices: ReadonlyMap<string, ChoiceSignature>;
  readonly requires: ReadonlySet<TypeId>;
}

/** What a package says of a choice: its types, and whether it archives the contract. */
export interface ChoiceSignature {
  readonly name: string;
  readonly consuming: boolean;
  readonly argument: Type;
  readonly result: Type;
}
