// The guard files that mutation tests change, in slices of about ten minutes, and the specs that run for each; see docs/decisions/0019-mutation-testing.md.
import { readdirSync } from "node:fs";
import { join, sep } from "node:path";

const filesBelow = (folder, suffix) =>
  readdirSync(folder, { recursive: true })
    .map((file) => join(folder, file).replaceAll(sep, "/"))
    .filter((file) => file.endsWith(suffix));

const preparedSpecs = [
  "test/operations/interactive/hash/",
  "test/operations/interactive/submit/forged-outcomes.spec.ts",
  "test/operations/interactive/submit/mutations.spec.ts",
  "test/operations/interactive/submit/prepare-and-execute.spec.ts",
  "test/operations/interactive/submit/refusals.spec.ts",
];

/** Each entry is the beginning of one or more paths. */
const slices = {
  authorization: {
    files: ["lib/operations/authorization/", "lib/contracts/transaction/authorization.ts"],
    specs: [
      "test/operations/authorization/",
      "test/operations/admin/non-administrators.spec.ts",
      "test/operations/admin/users/",
      "test/contracts/transaction/",
      "test/middleware/auth/",
      "test/operations/queries/",
    ],
  },
  visibility: {
    files: [
      "lib/views/visibility/find-effective-nodes.ts",
      "lib/views/visibility/event-",
      "lib/views/visibility/interface-view.ts",
      "lib/views/visibility/known-types.ts",
      "lib/views/visibility/ledger-effects.ts",
      "lib/views/visibility/project-update.ts",
    ],
    specs: ["test/views/", "test/operations/queries/"],
  },
  explanations: {
    files: [
      "lib/views/visibility/explain-update.ts",
      "lib/views/visibility/reasons.ts",
      "lib/views/visibility/withheld-events.ts",
    ],
    specs: [
      "test/middleware/explorer/explorer-router.spec.ts",
      "test/middleware/log/request-journal.spec.ts",
      "test/properties/explanations.spec.ts",
      "test/properties/withheld-events.spec.ts",
    ],
  },
  deduplication: {
    files: ["lib/operations/submission/deduplicate.ts"],
    specs: ["test/operations/submission/dedup", "test/conformance/commands"],
  },
  values: {
    files: [
      "lib/base/values/codec.ts",
      "lib/base/values/container-codecs.ts",
      "lib/base/values/record-codec.ts",
      "lib/base/values/scalar-codecs.ts",
      "lib/base/values/variant-codecs.ts",
      "lib/base/values/tagged-json.ts",
    ],
    specs: ["test/base/values/"],
  },
  wire: {
    files: [
      "lib/base/values/wire-",
      "lib/contracts/transaction/contract-wire-",
      "lib/contracts/transaction/created-event-blob.ts",
    ],
    specs: ["test/base/values/wire.spec.ts", "test/contracts/transaction/"],
  },
  "prepared-values": {
    files: [
      "lib/operations/interactive/wire/enriched-value",
      "lib/operations/interactive/wire/wire-fields.ts",
      "lib/operations/interactive/wire/size-limited-message-writer.ts",
    ],
    specs: preparedSpecs,
  },
  "prepared-transactions": {
    files: ["lib/operations/interactive/wire/prepared-"],
    specs: preparedSpecs,
  },
  topology: {
    files: ["lib/operations/interactive/wire/topology-"],
    specs: ["test/operations/interactive/onboard/", "test/operations/interactive/signatures/"],
  },
};

export const mutationSliceNames = Object.keys(slices);

/** Returns the files and specs of a slice. Throws if one of its paths no longer exists. */
export const getMutationSlice = (name) => {
  const slice = slices[name];
  if (slice === undefined) {
    throw new Error(`There is no slice ${name}. Write one of: ${mutationSliceNames.join(", ")}.`);
  }
  const filesOf = (beginnings, all) =>
    beginnings.flatMap((beginning) => {
      const found = all.filter((file) => file.startsWith(beginning));
      if (found.length === 0) throw new Error(`No file begins with ${beginning} (slice ${name}).`);
      return found;
    });
  return {
    files: filesOf(slice.files, filesBelow("lib", ".ts")),
    specs: filesOf(slice.specs, filesBelow("test", ".spec.ts")),
  };
};
