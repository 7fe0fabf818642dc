import type { PackageId, PackageName } from "../../base/identifiers/identifiers.ts";
import type { Codec } from "../../base/values/codec.ts";
import type { Shapes } from "../../base/values/shape.ts";
import type { Type } from "../../base/values/type.ts";
import type { PackageSignature } from "./package-signature.ts";

/** Which package stands for each package name in a submission, as an engine asks. */
export interface PackageChoice {
  readonly registry: KnownPackages;

  /** Raises UNRESOLVED_PACKAGE_NAME. */
  preferred(name: PackageName): PackageSignature;
}

/** The packages a participant knows, as an engine asks. */
export interface KnownPackages {
  /** Of the types of all of them. */
  readonly shapes: Shapes;

  /** Between the values of a type and their JSON. */
  codec(type: Type): Codec;

  get(packageId: PackageId): PackageSignature | undefined;

  /** All versions of a name, highest version first. */
  versions(name: PackageName): readonly PackageSignature[];
}
