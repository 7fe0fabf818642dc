import { expect } from "chai";

import {
  getPackage,
  getPackageStatus,
  listPackages,
  listVettedPackages,
  updateVettedPackages,
  uploadDar,
  validateDar,
} from "../../../../lib/api.ts";
import { decodeDar, defaultDarLimits } from "../../../../lib/contracts/daml-lf/archive/dar.ts";
import { decodePackage } from "../../../../lib/contracts/daml-lf/decode/decode-package.ts";
import { DamlPackages } from "../../../../lib/contracts/daml-lf/engine/daml-packages.ts";
import {
  DamlEngine,
  defaultDamlEngineLimits,
} from "../../../../lib/contracts/daml-lf/engine/engine.ts";
import { createDamlLoader } from "../../../../lib/contracts/daml-lf/index.ts";
import { earlyStandardLibraryPackages } from "../../../../lib/contracts/daml-lf/known/early-language-packages.ts";
import type { LfDataType } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import { createLedger } from "../../../../lib/index.ts";
import { createMemoryStore } from "../../../../lib/store.ts";
import { rejectionOf } from "../../../support/error-of.ts";
import { assembleDar, assemblePackage } from "../../../support/lf/assemble.ts";
import { counterPackage, countersOf } from "../../../support/lf/counter.ts";
import { module, recordType } from "../../../support/lf/definitions.ts";
import { modules } from "../../../support/lf/notation.ts";
import { countLoopIterations } from "../../../support/loop-iterations.ts";

const newLedger = () => createLedger({ daml: createDamlLoader(), seed: 1 });

const main = counterPackage();
const dar = assembleDar(main);

describe("DAR upload", () => {
  it("makes its packages known, vetted and usable", async () => {
    const ledger = await newLedger();
    await uploadDar(ledger, { dar });
    expect(listPackages(ledger).packageIds).to.include(main.packageId);
    expect(getPackageStatus(ledger, { packageId: main.packageId }).packageStatus).to.equal(
      "PACKAGE_STATUS_REGISTERED",
    );
    const [vetted] = listVettedPackages(ledger, {}).vettedPackages;
    expect(vetted?.packages.map(({ packageId }) => packageId)).to.include(main.packageId);
    expect(await countersOf(ledger)).to.deep.equal(["1"]);
  });

  it("keeps the exact bytes of the archive, whose hash is the package id", async () => {
    const ledger = await newLedger();
    await uploadDar(ledger, { dar });
    const { archive } = getPackage(ledger, { packageId: main.packageId });
    const hash = Buffer.from(await crypto.subtle.digest("SHA-256", Uint8Array.from(archive)));
    expect(hash.toString("hex")).to.equal(main.packageId);
  });

  it("leaves its packages unvetted on request", async () => {
    const ledger = await newLedger();
    await uploadDar(ledger, { dar, vetAllPackages: false });
    const { vettedPackages } = listVettedPackages(ledger, {});
    const vetted = vettedPackages.flatMap(({ packages }) => packages);
    expect(vetted.map(({ packageId }) => packageId)).to.not.include(main.packageId);
    expect(listPackages(ledger).packageIds).to.include(main.packageId);
  });

  it("is undone by a revert, and takes effect again by another upload or a revert to a later snapshot", async () => {
    const ledger = await newLedger();
    const before = ledger.snapshot();
    await uploadDar(ledger, { dar });
    const after = ledger.snapshot();
    const fork = await ledger.fork();
    await ledger.revert(before);
    expect((await rejectionOf(countersOf(ledger))).code).to.equal("PACKAGE_NAMES_NOT_FOUND");
    expect(await countersOf(fork)).to.deep.equal(["1"]);
    await uploadDar(ledger, { dar });
    expect(await countersOf(ledger)).to.deep.equal(["1"]);
    await ledger.revert(after);
    expect(await countersOf(ledger)).to.deep.equal(["1"]);
  });

  it("changes nothing if repeated", async () => {
    const ledger = await newLedger();
    await uploadDar(ledger, { dar });
    const { state } = ledger;
    await uploadDar(ledger, { dar });
    expect(ledger.state).to.equal(state);
  });

  it("yields to other work while a large package is checked, also when uploaded twice in parallel @slow", async () => {
    const sums = Array.from({ length: 100 }, () => "1").reduce((sum) => `(ADD_INT64 1 ${sum})`);
    const values = Array.from({ length: 300 }, (_, index) => `val v${index}: Int64 = ${sums};`);
    const large = assembleDar(
      assemblePackage({
        name: "large",
        version: "1.0.0",
        modules: modules`module Main {${values.join("\n")}}`,
      }),
    );
    const ledger = await newLedger();
    const rounds = countLoopIterations();
    await Promise.all([uploadDar(ledger, { dar: large }), uploadDar(ledger, { dar: large })]);
    expect(rounds()).to.be.greaterThan(5);
    expect([...ledger.state.packages.versions("large")]).to.have.length(1);
  });

  it("can be validated without a change", async () => {
    const ledger = await newLedger();
    const { state } = ledger;
    await validateDar(ledger, { dar });
    const refused = await rejectionOf(validateDar(ledger, { dar: dar.slice(0, 100) }));
    expect(refused.code).to.equal("DAR_PARSE_ERROR");
    expect(ledger.state).to.equal(state);
  });

  it("is replayed from the journal by an engine that has not read the file", async () => {
    const store = createMemoryStore();
    const ledger = await createLedger({ daml: createDamlLoader(), seed: 1, store });
    await uploadDar(ledger, { dar });
    await countersOf(ledger);
    const again = await createLedger({
      daml: createDamlLoader(),
      seed: 1,
      store: await store.fork(),
    });
    expect(again.state.ledgerEnd).to.equal(ledger.state.ledgerEnd);
    expect(await countersOf(again)).to.deep.equal(["1"]);
  });

  it("cannot be replayed without an engine", async () => {
    const store = createMemoryStore();
    const ledger = await createLedger({ daml: createDamlLoader(), seed: 1, store });
    await uploadDar(ledger, { dar });
    const again = createLedger({ seed: 1, store: await store.fork() });
    expect((await rejectionOf(again)).code).to.equal("PACKAGE_NOT_FOUND");
  });

  it("is refused by a ledger without an engine", async () => {
    const ledger = await createLedger();
    expect((await rejectionOf(uploadDar(ledger, { dar }))).code).to.equal("INVALID_ARGUMENT");
  });

  it("is refused if another package has the same name and version, unless the upload vets nothing", async () => {
    const ledger = await newLedger();
    await uploadDar(ledger, { dar });
    const rival = assembleDar(counterPackage({ extraField: true }));
    const error = await rejectionOf(uploadDar(ledger, { dar: rival }));
    expect(error.code).to.equal("KNOWN_PACKAGE_VERSION");
    await uploadDar(ledger, { dar: rival, vetAllPackages: false });
  });

  it("is refused for a malformed synchronizer before the file is read", async () => {
    const ledger = await newLedger();
    const request = { dar: new Uint8Array(), synchronizerId: "x" };
    const error = await rejectionOf(uploadDar(ledger, request));
    expect(error.code).to.equal("PROTO_DESERIALIZATION_FAILURE");
  });

  it("is refused for an invalid upgrade of a vetted package", async () => {
    const ledger = await newLedger();
    await uploadDar(ledger, { dar });
    const wrong = assembleDar(counterPackage({ version: "1.0.1", extraField: true }));
    const error = await rejectionOf(uploadDar(ledger, { dar: wrong }));
    expect(error.code).to.equal("NOT_VALID_UPGRADE_PACKAGE");
  });

  describe("DAR upload of a package that is named like a library of the language", () => {
    const library = (name: string, type: LfDataType) => {
      const of = { name, version: "1.0.0", modules: [module("Main", { dataTypes: [type] })] };
      return assembleDar(assemblePackage(of));
    };
    const hidden = recordType("R", {}, { serializable: false });
    const stored = recordType("R", {});

    it("is accepted if it defines no serializable type", async () => {
      const ledger = await newLedger();
      for (const name of ["daml-prim", "daml-stdlib"]) {
        await uploadDar(ledger, { dar: library(name, hidden) });
      }
      await uploadDar(ledger, { dar: library("daml-library", stored) });
      const again = recordType("S", {}, { serializable: false });
      await uploadDar(ledger, { dar: library("daml-prim", again) });
      expect([...ledger.state.packages.versions("daml-prim")]).to.have.length(2);
    });

    it("is refused if it defines a serializable type and is vetted", async () => {
      for (const name of ["daml-prim", "daml-stdlib"]) {
        const ledger = await newLedger();
        const wrong = library(name, stored);
        const code = "DAML_PRIM_NOT_UTILITY_PACKAGE";
        expect((await rejectionOf(validateDar(ledger, { dar: wrong }))).code).to.equal(code);
        expect((await rejectionOf(uploadDar(ledger, { dar: wrong }))).code).to.equal(code);
        await uploadDar(ledger, { dar: wrong, vetAllPackages: false });
        const packages = [{ packageName: name, packageVersion: "1.0.0" }];
        const changes = [{ operation: { Vet: { value: { packages } } } }];
        expect((await rejectionOf(updateVettedPackages(ledger, { changes }))).code).to.equal(code);
        await updateVettedPackages(ledger, {
          changes,
          updateVettedPackagesForceFlags: [
            "UPDATE_VETTED_PACKAGES_FORCE_FLAG_ALLOW_VET_INCOMPATIBLE_UPGRADES",
          ],
        });
      }
    });

    it("is accepted with any content for Daml-LF versions of the first builds", () => {
      const [early = ""] = earlyStandardLibraryPackages;
      const packages = new DamlPackages();
      const engine = new DamlEngine(packages, defaultDamlEngineLimits);
      const { archives } = decodeDar(library("daml-prim", stored), defaultDarLimits);
      const [decoded] = archives.map(decodePackage);
      const isUtility = (packageId: string) =>
        decoded === undefined
          ? undefined
          : packages.add({ ...decoded, packageId }, engine, new Uint8Array()).isUtility;
      expect(isUtility(early)).to.equal(true);
      expect(isUtility("00".repeat(32))).to.equal(false);
      expect(
        [...earlyStandardLibraryPackages].every((each) => /^[0-9a-f]{64}$/u.test(each)),
      ).to.equal(true);
    });
  });
});
