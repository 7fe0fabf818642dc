import { decodeBase64, encodeBase64 } from "../../../lib/base/values/base64.ts";
import { parseHashingScheme } from "../../../lib/operations/interactive/hash/hashing-scheme.ts";
import { hashPreparedTransaction } from "../../../lib/operations/interactive/hash/prepared-hash.ts";
import { decodePreparedTransaction } from "../../../lib/operations/interactive/wire/prepared-transaction-decode.ts";
import { prepare, signedBody, signingLedger } from "../../support/signing-ledger.ts";
import { everythingOf } from "../../support/values-package.ts";
import { asking } from "../served.ts";
import type { Target } from "../target.ts";

/** Returns a target whose inputs are prepared transactions, correctly signed by an untrusted party. */
export const preparedTransactions = async (): Promise<Target> => {
  const { ledger, alice, aliceKey } = await signingLedger();
  const body = signedBody(await prepare(ledger, alice, everythingOf(alice)), aliceKey);
  const scheme = parseHashingScheme(body.hashingSchemeVersion);
  const ask = asking(ledger);

  /** Signs the input. One that cannot be hashed gets the signature of another input. */
  const signatureOf = (input: Uint8Array) => {
    try {
      if (scheme === undefined) return undefined;
      return aliceKey.sign(hashPreparedTransaction(decodePreparedTransaction(input), scheme));
    } catch {
      return undefined;
    }
  };

  return {
    name: "prepared-transactions",
    seeds: [decodeBase64(body.preparedTransaction) ?? new Uint8Array()],
    attempt: (input) => {
      const signature = signatureOf(input);
      const signatures = [{ party: alice, signatures: signature === undefined ? [] : [signature] }];
      return ask("POST", "/v2/interactive-submission/executeAndWait", {
        body: {
          ...body,
          preparedTransaction: encodeBase64(input),
          ...(signature === undefined ? {} : { partySignatures: { signatures } }),
        },
      });
    },
  };
};
