import type { PackageId, PackageName } from "../../base/identifiers/identifiers.ts";
import type { Codec } from "../../base/values/codec.ts";
import type { Shapes } from "../../base/values/shape.ts";
import type { Type } from "../../base/values/type.ts";
import type { PackageSignature } from "./package-signature.ts";

/** Selects one package for each package name in a submission. */
export interface SubmissionPackageSelector {
  readonly registry: KnownPackages;

  /** Raises UNRESOLVED_PACKAGE_NAME. */
  getPreferredPackage(name: PackageName): PackageSignature;
}

/** The packages that a participant knows. */
export interface KnownPackages {
  /** Shapes of the types of all packages. */
  readonly shapes: Shapes;

  /** Returns the codec that converts between values of a type and JSON. */
  codec(type: Type): Codec;

  get(packageId: PackageId): PackageSignature | undefined;

  /** Returns all versions of a package, highest version first. */
  versions(name: PackageName): readonly PackageSignature[];
}
