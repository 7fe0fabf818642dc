import { isDeepStrictEqual } from "node:util";

import { expect } from "chai";

import { decodeDar } from "../../../../lib/contracts/daml-lf/archive/dar.ts";
import { createPackageChecker } from "../../../../lib/contracts/daml-lf/check/check-package.ts";
import {
  decodePackage,
  decodePackageLazily,
} from "../../../../lib/contracts/daml-lf/decode/decode-package.ts";
import { createDamlLoader } from "../../../../lib/contracts/daml-lf/index.ts";
import { precheckedPackages } from "../../../../lib/contracts/daml-lf/known/prechecked-packages.ts";
import type { DecodedOnEachCall, LfPackage } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import { runSuspendableGenerator } from "../../../../lib/contracts/engine/suspension.ts";
import type { Package } from "../../../../lib/index.ts";
import { errorOf } from "../../../support/error-of.ts";
import { sharedFile } from "../../../support/shared.ts";

/** Together, these DARs contain every known package. */
const dars = [
  "splice-amulet-0.1.14.dar",
  "splice-api-token-allocation-request-v1-1.0.0.dar",
  "splice-api-token-burn-mint-v1-1.0.0.dar",
  "canton-builtin-admin-workflow-ping.dar",
];

const amulet = "splice-amulet-0.1.14.dar";

/** Returns the properties of a package that the ledger uses. */
const seen = (each: Package) => ({
  ...each,
  ...{ engine: undefined, dependencies: [...each.dependencies].sort() },
  ...{ templates: each.templates, interfaces: each.interfaces, dataTypes: each.dataTypes },
  ...{ exceptions: each.exceptions, modules: each.modules },
});

/** Returns all content of the modules as text. */
const written = (modules: LfPackage["modules"]): string =>
  JSON.stringify([...modules], (_, value: unknown) => {
    if (typeof value === "function") return (value as DecodedOnEachCall<unknown>)();
    if (typeof value === "bigint") return String(value);
    return isIterable(value) ? [...value] : value;
  });

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.iterator in value;

const storesNothing = ({ modules }: LfPackage): boolean =>
  [...modules.values()].every(
    ({ templates, interfaces, dataTypes }) =>
      templates.size + interfaces.size === 0 &&
      ![...dataTypes.values()].some(({ serializable }) => serializable),
  );

describe("known packages", function () {
  it("pass the check and match their recorded description @slow", function () {
    const archives = dars.flatMap((file) => decodeDar(sharedFile(this, "dars", file)).archives);
    const byId = new Map(archives.map((archive) => [archive.packageId, archive]));
    const all = new Map([...byId].map(([id, archive]) => [id, decodePackage(archive)]));
    const check = createPackageChecker((packageId) => all.get(packageId));
    for (const {
      packageId,
      name,
      version,
      dependencies,
      isUtility,
    } of precheckedPackages.values()) {
      const lfPackage = all.get(packageId) ?? expect.fail(`${name} ${version} is not at hand`);
      runSuspendableGenerator(check(lfPackage));
      expect(lfPackage).to.include({ name, version });
      expect([...dependencies].sort()).to.deep.equal([...lfPackage.dependencies].sort());
      if (isUtility !== undefined) expect(isUtility).to.equal(storesNothing(lfPackage));
    }
  });

  it("have the same properties as after a full check @slow", function () {
    const dar = sharedFile(this, "dars", amulet);
    const taken = createDamlLoader().load(dar);
    const checked = createDamlLoader({ checkKnownPackages: true }).load(dar);
    expect(taken.map(({ name }) => name)).to.deep.equal(checked.map(({ name }) => name));
    for (const [index, each] of taken.entries()) {
      expect(isDeepStrictEqual(seen(each), seen(checked[index] ?? each)), each.name).to.equal(true);
    }
  });

  it("decode to the same definitions one by one as together, including bodies", function () {
    const { archives } = decodeDar(sharedFile(this, "dars", amulet));
    const names = ["daml-prim", "splice-util", "splice-api-token-transfer-instruction-v1"];
    for (const archive of archives) {
      const known = precheckedPackages.get(archive.packageId) ?? expect.fail(archive.packageId);
      if (!names.includes(known.name)) continue;
      const { modules } = decodePackage(archive);
      expect(written(decodePackageLazily(archive, known).modules)).to.equal(written(modules));
    }
  });

  it("are refused without their dependencies", function () {
    const { main } = decodeDar(sharedFile(this, "dars", amulet));
    for (const checkKnownPackages of [false, true]) {
      const loader = createDamlLoader({ checkKnownPackages });
      const error = errorOf(() => loader.restore([main.payload]));
      expect(error.code).to.equal("DAR_DEPENDENCIES_NOT_VALID");
    }
  });

  it("are decoded only when their content is needed", () => {
    const bytes = new Uint8Array([0xff]);
    const archive = { packageId: "00", languageVersion: "2.1", payload: bytes, bytes };
    const known = { packageId: "00", name: "app", version: "1.0.0", dependencies: new Set(["ff"]) };
    const lfPackage = decodePackageLazily(archive, known);
    expect(lfPackage.dependencies).to.equal(known.dependencies);
    expect(errorOf(() => lfPackage.modules).code).to.equal("DAR_PARSE_ERROR");
  });
});
