import type { PackageId } from "../../../base/identifiers/identifiers.ts";
import { createPrecheckedPackage, type PrecheckedPackage } from "./create-prechecked-package.ts";
import {
  daArithmeticErrorPackage,
  daExceptionGeneralErrorPackage,
  daInternalErasedPackage,
  daInternalNatSynPackage,
  daInternalPromotedTextPackage,
  daTypesPackage,
  ghcPrimPackage,
  ghcTuplePackage,
  ghcTypesPackage,
  stablePackages,
} from "./stable-packages.ts";

/** The standard library packages that the compiler of one SDK produces. */
interface SdkPackages {
  readonly prim: PrecheckedPackage;
  readonly stdlib: PrecheckedPackage;
}

/** Returns the packages of an SDK. They depend on the stable packages, which are the same in all SDKs of Daml-LF 2. */
const createSdkPackages = (
  version: string,
  ids: Readonly<Record<keyof SdkPackages, PackageId>>,
): SdkPackages => {
  const prim = createPrecheckedPackage(
    { packageId: ids.prim, name: "daml-prim", version: "0.0.0", isUtility: true },
    [
      daArithmeticErrorPackage,
      daTypesPackage,
      daInternalErasedPackage,
      daExceptionGeneralErrorPackage,
      ghcPrimPackage,
      ghcTypesPackage,
      daInternalPromotedTextPackage,
    ],
  );
  const unused = [ghcTuplePackage, daInternalNatSynPackage];
  const stdlib = createPrecheckedPackage(
    { packageId: ids.stdlib, name: "daml-stdlib", version, isUtility: true },
    [prim, ...stablePackages.filter((each) => !unused.includes(each))],
  );
  return { prim, stdlib };
};

export const sdk33Packages = createSdkPackages("3.3.0.20250502.13767.0", {
  prim: "54f85ebfc7dfae18f7d70370015dcc6c6792f60135ab369c44ae52c6fc17c274",
  stdlib: "9d1a644e686435cf934f2f3f049138a424863b2a800130046dadc0c994ea5df3",
});

const sdk34Packages = createSdkPackages("3.4.0.20251020.14338.0", {
  prim: "590736e6f7bc01492007ecb27f3fe75995c19fbd3d41b384aada69619fd4f76c",
  stdlib: "99ea07e101ed25cdb8584e072278d8df62e10d72c172bfe1621ba0a51cee61ce",
});

/** Packages that are part of every Daml SDK and that nearly every DAR contains. */
export const damlLanguagePackages: readonly PrecheckedPackage[] = [
  ...stablePackages,
  ...[sdk33Packages, sdk34Packages].flatMap(({ prim, stdlib }) => [prim, stdlib]),
];
