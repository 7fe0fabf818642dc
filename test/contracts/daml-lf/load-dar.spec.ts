import { expect } from "chai";

import { createDamlLoader } from "../../../lib/contracts/daml-lf/load-dar.ts";
import { errorOf } from "../../support/error-of.ts";
import { sharedFile } from "../../support/shared.ts";

/** File, main package, how many packages. */
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
  ["DamlDefinitionsServiceMain.dar", "ALLOWED_LANGUAGE_VERSIONS", "Daml-LF 2.dev"],
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
