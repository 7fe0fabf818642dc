import { createDamlLoader } from "../../../lib/contracts/daml-lf/index.ts";
import { createLedger } from "../../../lib/index.ts";
import { archiveOf, assembleDar } from "../../support/lf/assemble.ts";
import { counterPackage } from "../../support/lf/counter.ts";
import { changedMessage } from "../mutate-messages.ts";
import { payloadOf } from "../payload-of.ts";
import { asking } from "../served.ts";
import type { Target } from "../target.ts";

const octets = { "content-type": "application/octet-stream" };

/** Returns a target whose inputs are DARs, that is, ZIP files. */
export const dars = async (): Promise<Target> => {
  const ask = asking(await createLedger({ daml: createDamlLoader(), seed: 1 }));
  return {
    name: "dars",
    seeds: [
      assembleDar(counterPackage()),
      assembleDar(counterPackage({ version: "2.0.0", extraField: true }), [counterPackage()]),
    ],
    attempt: (body) => ask("POST", "/v2/packages", { body, headers: octets }),
  };
};

/** Returns a target whose inputs are payloads of packages; the hash is computed after a change. */
export const archives = async (): Promise<Target> => {
  const ask = asking(await createLedger({ daml: createDamlLoader(), seed: 1 }));
  return {
    name: "archives",
    seeds: [counterPackage(), counterPackage({ version: "2.0.0", extraField: true })].map(
      ({ archive }) => payloadOf(archive),
    ),
    change: changedMessage,
    attempt: (payload) => {
      const body = assembleDar({ name: "fuzzed", version: "1.0.0", ...archiveOf(payload) });
      return ask("POST", "/v2/packages", { body, headers: octets });
    },
  };
};
