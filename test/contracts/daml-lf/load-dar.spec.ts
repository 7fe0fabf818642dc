import { expect } from "chai";
import { unzipSync, zipSync } from "fflate";

import { createDamlLoader } from "../../../lib/contracts/daml-lf/index.ts";
import { isLedgerError } from "../../../lib/index.ts";
import { errorOf } from "../../support/error-of.ts";
import { archiveOf, assembleDar } from "../../support/lf/assemble.ts";
import { counterPackage } from "../../support/lf/counter.ts";
import { load, refusal, withValue } from "../../support/lf/load.ts";
import { sharedFile } from "../../support/shared.ts";

const good = counterPackage();

const withInt = withValue("Int64", "1");

describe("DAR loader", () => {
  it("reads the assembler's output in every language version", () => {
    for (const languageVersion of ["2.1", "2.2", "2.3"]) {
      const [first] = load(assembleDar(withValue("Int64", "1", languageVersion)));
      expect(first?.language).to.equal(languageVersion);
    }
  });

  it("requires bytes, and explains this if a program passes a file name", () => {
    const { code, path, cause } = errorOf(() => createDamlLoader().load("my.dar" as never));
    expect({ code, path }).to.deep.equal({ code: "INVALID_ARGUMENT", path: "dar" });
    expect(cause).to.equal(
      'dar: expected the bytes of a DAR, as readFileSync(file) returns them, got "my.dar".',
    );
  });

  it("returns the same package for content that it has loaded before", () => {
    const loader = createDamlLoader();
    const [first] = loader.load(assembleDar(good));
    const [second] = loader.load(assembleDar(good));
    expect(second).to.equal(first);
  });

  it("refuses a DAR without all dependencies", () => {
    const missing = withValue("Int64", `${"ab".repeat(32)}:Other:x`);
    expect(refusal(assembleDar(missing))).to.equal("DAR_DEPENDENCIES_NOT_VALID");
    const loader = createDamlLoader();
    const referring = withValue("Int64", `${withInt.packageId}:Main:x`);
    expect(loader.load(assembleDar(referring, [withInt]))).to.have.length(2);
    // The missing package is loaded from another DAR, which does not help.
    const incomplete = errorOf(() => loader.load(assembleDar(referring)));
    expect(incomplete.code).to.equal("DAR_DEPENDENCIES_NOT_VALID");
  });

  it("refuses packages that the main package does not need, from Daml-LF 2.2 on", () => {
    const other = withValue("Text", '"other"');
    expect(load(assembleDar(withInt, [other]))).to.have.length(2);
    for (const languageVersion of ["2.2", "2.3"]) {
      const main = withValue("Int64", "1", languageVersion);
      const error = errorOf(() => load(assembleDar(main, [other])));
      expect(error.code).to.equal("DAR_DEPENDENCIES_NOT_VALID");
      expect(error.context).to.deep.equal({
        mainPackageId: main.packageId,
        missingDependencies: "Set()",
        extraDependencies: `Set(${other.packageId})`,
      });
    }
  });

  it("keeps nothing of a DAR that it refuses", () => {
    const loader = createDamlLoader();
    const bad = withValue("Bool", "()");
    expect(errorOf(() => loader.load(assembleDar(good, [bad]))).code).to.equal(
      "DAR_VALIDATION_ERROR",
    );
    expect(errorOf(() => loader.load(assembleDar(bad))).code).to.equal("DAR_VALIDATION_ERROR");
  });
});

describe("a DAR with one changed byte", () => {
  it("loads or is refused, without a crash or hang", () => {
    const dar = assembleDar(good);
    const entries = unzipSync(dar);
    const [, [path, archive] = ["", new Uint8Array()]] = Object.entries(entries);
    let state = 12345;
    const random = (below: number): number => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      return state % below;
    };
    const attempt = (changed: Uint8Array): void => {
      try {
        load(changed, { limits: { maxInflatedBytes: 1_000_000 } });
      } catch (error) {
        if (!isLedgerError(error)) throw error;
      }
    };
    for (let run = 0; run < 50; run += 1) {
      const changed = dar.slice();
      changed[random(changed.length)] = random(256);
      attempt(changed);
    }
    // The hash would detect the change, so also change the payload and compute its hash again.
    const payload = payloadOf(archive);
    for (let run = 0; run < 100; run += 1) {
      const changed = payload.slice();
      changed[random(changed.length)] = random(256);
      attempt(zipSync({ ...entries, [path]: archiveOf(changed).archive }, { level: 0 }));
    }
  });
});

/** The archive is the payload followed by the hash: a tag, a length and 64 digits. */
const payloadOf = (archive: Uint8Array): Uint8Array => {
  const end = archive.length - 66;
  let start = 1;
  while ((archive[start] ?? 0) >= 0x80) start += 1;
  return archive.slice(start + 1, end);
};

/** File name, id and Daml-LF version of the main package, and number of packages. */
const loadable = [
  [
    "canton-builtin-admin-workflow-ping.dar",
    "de2cc2f90eb523414ff54e899951dadd8789a4c07e0f71f6d6c9eaf57d412a54",
    "2.2",
    30,
  ],
  [
    "splice-amulet-0.1.14.dar",
    "3ca1343ab26b453d38c8adb70dca5f1ead8440c42b59b68f070786955cbf9ec1",
    "2.1",
    37,
  ],
  [
    "splice-api-featured-app-v1-1.0.0.dar",
    "7804375fe5e4c6d5afe067bd314c42fe0b7d005a1300019c73154dd939da4dda",
    "2.1",
    30,
  ],
  [
    "splice-api-token-metadata-v1-1.0.0.dar",
    "4ded6b668cb3b64f7a88a30874cd41c75829f5e064b3fbbadf41ec7e8363354f",
    "2.1",
    30,
  ],
  [
    "splice-api-token-holding-v1-1.0.0.dar",
    "718a0f77e505a8de22f188bd4c87fe74101274e9d4cb1bfac7d09aec7158d35b",
    "2.1",
    31,
  ],
  [
    "splice-api-token-transfer-instruction-v1-1.0.0.dar",
    "55ba4deb0ad4662c4168b39859738a0e91388d252286480c7331b3f71a517281",
    "2.1",
    32,
  ],
  [
    "splice-api-token-allocation-v1-1.0.0.dar",
    "93c942ae2b4c2ba674fb152fe38473c507bda4e82b4e4c5da55a552a9d8cce1d",
    "2.1",
    32,
  ],
  [
    "splice-api-token-allocation-instruction-v1-1.0.0.dar",
    "275064aacfe99cea72ee0c80563936129563776f67415ef9f13e4297eecbc520",
    "2.1",
    33,
  ],
  [
    "splice-api-token-allocation-request-v1-1.0.0.dar",
    "6fe848530b2404017c4a12874c956ad7d5c8a419ee9b040f96b5c13172d2e193",
    "2.1",
    33,
  ],
  [
    "splice-api-token-burn-mint-v1-1.0.0.dar",
    "9cc2cbc838ef38dc2c7f34014c9c452bcf71b8e2a4f939235fc0b5d0924b185e",
    "2.1",
    32,
  ],
] as const;

const refused = [
  ["illformed.dar", "DAR_VALIDATION_ERROR", "a value that is not of its type"],
  ["dummy-1.15.dar", "ALLOWED_LANGUAGE_VERSIONS", "Daml-LF 1.15"],
  [
    "old-proj-0.13.55-snapshot.20200309.3401.0.6f8c3ad8-1.8.dar",
    "ALLOWED_LANGUAGE_VERSIONS",
    "Daml-LF 1.8",
  ],
  ["DamlDefinitionsServiceMain.dar", "DAR_PARSE_ERROR", "Daml-LF 2.dev without imports"],
] as const;

describe("real DARs", function () {
  const loader = createDamlLoader();

  for (const [file, packageId, language, count] of loadable) {
    it(`loads ${file}`, function () {
      const packages = loader.load(sharedFile(this, "dars", file));
      const [main] = packages;
      expect(main?.packageId).to.equal(packageId);
      expect(main?.language).to.equal(language);
      expect(packages).to.have.length(count);
    });
  }

  for (const [file, code, reason] of refused) {
    it(`refuses ${file}: ${reason}`, function () {
      const dar = sharedFile(this, "dars", file);
      expect(errorOf(() => loader.load(dar)).code).to.equal(code);
    });
  }
});
