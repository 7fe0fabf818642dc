import type { PackageId, PackageName } from "../../../base/identifiers/identifiers.ts";
import { createPrecheckedPackage, type PrecheckedPackage } from "./create-prechecked-package.ts";
import { sdk33Packages } from "./language-packages.ts";
import {
  daInternalErasedPackage,
  daInternalPromotedTextPackage,
  daInternalTemplatePackage,
  damlDateTypesPackage,
  damlSetTypesPackage,
  damlTimeTypesPackage,
  daPreconditionFailedPackage,
  daTypesPackage,
  ghcPrimPackage,
  ghcTuplePackage,
  ghcTypesPackage,
} from "./stable-packages.ts";

// Packages of Splice and of the token standard, which nearly every application of the Canton Network
// uses.

/** Returns version 1.0.0 of a package that only contains interfaces. */
const createApiPackage = (
  name: PackageName,
  packageId: PackageId,
  dependencies: readonly PrecheckedPackage[],
): PrecheckedPackage =>
  createPrecheckedPackage({ packageId, name, version: "1.0.0" }, [
    ...[
      sdk33Packages.prim,
      sdk33Packages.stdlib,
      daInternalTemplatePackage,
      daInternalPromotedTextPackage,
    ],
    ...dependencies,
  ]);

const featuredAppPackage = createApiPackage(
  "splice-api-featured-app-v1",
  "7804375fe5e4c6d5afe067bd314c42fe0b7d005a1300019c73154dd939da4dda",
  [ghcTypesPackage],
);
const tokenMetadataPackage = createApiPackage(
  "splice-api-token-metadata-v1",
  "4ded6b668cb3b64f7a88a30874cd41c75829f5e064b3fbbadf41ec7e8363354f",
  [ghcPrimPackage, ghcTypesPackage, damlTimeTypesPackage],
);
const tokenHoldingPackage = createApiPackage(
  "splice-api-token-holding-v1",
  "718a0f77e505a8de22f188bd4c87fe74101274e9d4cb1bfac7d09aec7158d35b",
  [ghcTypesPackage, tokenMetadataPackage, damlTimeTypesPackage],
);
const tokenBurnMintPackage = createApiPackage(
  "splice-api-token-burn-mint-v1",
  "9cc2cbc838ef38dc2c7f34014c9c452bcf71b8e2a4f939235fc0b5d0924b185e",
  [tokenHoldingPackage, tokenMetadataPackage],
);
const transferInstructionPackage = createApiPackage(
  "splice-api-token-transfer-instruction-v1",
  "55ba4deb0ad4662c4168b39859738a0e91388d252286480c7331b3f71a517281",
  [daInternalErasedPackage, ghcPrimPackage, tokenHoldingPackage, tokenMetadataPackage],
);
const tokenAllocationPackage = createApiPackage(
  "splice-api-token-allocation-v1",
  "93c942ae2b4c2ba674fb152fe38473c507bda4e82b4e4c5da55a552a9d8cce1d",
  [ghcTypesPackage, tokenHoldingPackage, tokenMetadataPackage],
);
const allocationInstructionPackage = createApiPackage(
  "splice-api-token-allocation-instruction-v1",
  "275064aacfe99cea72ee0c80563936129563776f67415ef9f13e4297eecbc520",
  [
    tokenAllocationPackage,
    daInternalErasedPackage,
    ghcPrimPackage,
    tokenHoldingPackage,
    tokenMetadataPackage,
  ],
);
const allocationRequestPackage = createApiPackage(
  "splice-api-token-allocation-request-v1",
  "6fe848530b2404017c4a12874c956ad7d5c8a419ee9b040f96b5c13172d2e193",
  [tokenAllocationPackage, tokenMetadataPackage],
);

const spliceUtilPackage = createPrecheckedPackage(
  {
    packageId: "b7356fbb2cf8a3b22194d8c743c3c216d9c7527b257c8c38b257eb22942be358",
    name: "splice-util",
    version: "0.1.4",
  },
  [
    daTypesPackage,
    sdk33Packages.prim,
    sdk33Packages.stdlib,
    damlSetTypesPackage,
    damlTimeTypesPackage,
  ],
);

const spliceAmuletPackage = createPrecheckedPackage(
  {
    packageId: "3ca1343ab26b453d38c8adb70dca5f1ead8440c42b59b68f070786955cbf9ec1",
    name: "splice-amulet",
    version: "0.1.14",
  },
  [
    ...[
      sdk33Packages.prim,
      sdk33Packages.stdlib,
      damlDateTypesPackage,
      daTypesPackage,
      daInternalErasedPackage,
      ghcPrimPackage,
      ghcTuplePackage,
      ghcTypesPackage,
    ],
    ...[
      daInternalTemplatePackage,
      daPreconditionFailedPackage,
      daInternalPromotedTextPackage,
      damlSetTypesPackage,
      damlTimeTypesPackage,
    ],
    ...[
      tokenAllocationPackage,
      allocationInstructionPackage,
      featuredAppPackage,
      tokenHoldingPackage,
      tokenMetadataPackage,
      transferInstructionPackage,
    ],
    spliceUtilPackage,
  ],
);

/** Packages of Splice and of the token standard. */
export const splicePackages: readonly PrecheckedPackage[] = [
  ...[
    featuredAppPackage,
    tokenMetadataPackage,
    tokenHoldingPackage,
    tokenBurnMintPackage,
    transferInstructionPackage,
  ],
  ...[tokenAllocationPackage, allocationInstructionPackage, allocationRequestPackage],
  ...[spliceUtilPackage, spliceAmuletPackage],
];
