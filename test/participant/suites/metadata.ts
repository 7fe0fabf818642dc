import { expect } from "chai";

import type { CaseLedger, Fields } from "../../support/catalogue/case-ledger.ts";
import type { Case, Suite } from "../../support/catalogue/suite.ts";

/** The operations for users or for parties, whose metadata follow the same rules. */
interface Kind {
  readonly name: string;
  readonly path: string;
  readonly idField: string;
  /** Returns the body of the request that creates one. */
  readonly creation: (annotations: Fields) => Fields;
  readonly wrapped: (id: string, metadata: Fields) => Fields;
  readonly metadataPath: string;
  readonly answered: (answer: Fields) => Fields;
  readonly conflict: string;
  readonly invalid: string;
  readonly tooLarge: string;
}

const metadata = (annotations: Fields, resourceVersion = "") => ({ resourceVersion, annotations });

const partsOf = (answer: Fields, whole: string, part: string): Fields => {
  const found = (answer[whole] ?? {}) as Fields;
  return { id: found["id"] ?? found["party"], ...(found[part] as Fields) };
};

const user: Kind = {
  name: "UserManagementServiceObjectMetaIT",
  path: "/v2/users",
  idField: "id",
  creation: (annotations) => ({ user: { id: "ann", metadata: metadata(annotations) }, rights: [] }),
  wrapped: (id, meta) => ({ user: { id, metadata: meta } }),
  metadataPath: "metadata",
  answered: (answer) => partsOf(answer, "user", "metadata"),
  conflict: "CONCURRENT_USER_UPDATE_DETECTED",
  invalid: "INVALID_USER_UPDATE_REQUEST",
  tooLarge: "MAX_USER_ANNOTATIONS_SIZE_EXCEEDED",
};

const party: Kind = {
  name: "PartyManagementServiceObjectMetaIT",
  path: "/v2/parties",
  idField: "party",
  creation: (annotations) => ({ partyIdHint: "ann", localMetadata: metadata(annotations) }),
  wrapped: (id, meta) => ({ partyDetails: { party: id, isLocal: true, localMetadata: meta } }),
  metadataPath: "local_metadata",
  answered: (answer) => partsOf(answer, "partyDetails", "localMetadata"),
  conflict: "CONCURRENT_PARTY_DETAILS_UPDATE_DETECTED",
  invalid: "INVALID_PARTY_DETAILS_UPDATE_REQUEST",
  tooLarge: "MAX_PARTY_DETAILS_ANNOTATIONS_SIZE_EXCEEDED",
};

const limit = 256 * 1024;
const badKeys = [".aaaa.management.daml/foo_", "", "a b", "/x"];

const casesOf = (kind: Kind): Readonly<Record<string, Case>> => {
  const made = async (api: CaseLedger, annotations: Fields = {}) =>
    kind.answered(await api.post(kind.path, kind.creation(annotations)));
  const change = (id: unknown, meta: Fields, paths: readonly string[]) =>
    [
      "PATCH",
      `${kind.path}/${encodeURIComponent(String(id))}`,
      { ...kind.wrapped(String(id), meta), updateMask: { paths } },
    ] as const;
  const annotations = [`${kind.metadataPath}.annotations`];
  const changed = async (api: CaseLedger, id: unknown, given: Fields) => {
    const [, path, body] = change(id, metadata(given), annotations);
    return kind.answered(await api.patch(path, body));
  };
  return {
    AllowSpecifyingResourceVersionAndResourceIdInUpdateMask: async (api) => {
      const { id, resourceVersion } = await made(api);
      const meta = metadata({ k: "v" }, String(resourceVersion));
      const paths = [kind.idField, kind.metadataPath, `${kind.metadataPath}.resource_version`];
      const [, path, body] = change(id, meta, paths);
      expect(kind.answered(await api.patch(path, body))["annotations"]).to.deep.equal({ k: "v" });
    },
    UpdatingResourceUtilizingConcurrentChangeControl: async (api) => {
      const { id, resourceVersion } = await made(api);
      const meta = metadata({ k: "v" }, String(resourceVersion));
      const [method, path, body] = change(id, meta, annotations);
      await api.patch(path, body);
      await api.refused(409, kind.conflict, [method, path, body]);
    },
    RaceConditionUpdateResourceAnnotations: async (api) => {
      const { id } = await made(api);
      const keys = ["a", "b", "c", "d", "e"];
      await Promise.all(keys.map((key) => changed(api, id, { [key]: key })));
      const { annotations: found } = await changed(api, id, { last: "x" });
      expect(found).to.have.all.keys(...keys, "last");
    },
    FailingUpdateRequestsWhenUpdatePathIsDuplicated: async (api) => {
      const { id } = await made(api);
      const paths = [...annotations, ...annotations];
      await api.refused(400, kind.invalid, change(id, metadata({}), paths));
    },
    FailingUpdateRequestWhenNoUpdatePaths: async (api) => {
      const { id } = await made(api);
      await api.refused(400, kind.invalid, change(id, metadata({}), []));
    },
    FAilingUpdateRequestWhenUpdateMaskHaveUnknownFieldPath: async (api) => {
      const { id } = await made(api);
      for (const path of ["nothing", "", `${kind.metadataPath}.nothing`]) {
        await api.refused(400, kind.invalid, change(id, metadata({}), [path]));
      }
    },
    FailingToCreateResourceWhenAnnotationsValueIsEmpty: (api) =>
      api.refused(400, "INVALID_ARGUMENT", ["POST", kind.path, kind.creation({ a: "1", b: "" })]),
    TestAnnotationsKeySyntaxOnResourceCreation: async (api) => {
      for (const key of badKeys) {
        await api.refused(400, "INVALID_ARGUMENT", [
          "POST",
          kind.path,
          kind.creation({ [key]: "x" }),
        ]);
      }
    },
    TestAnnotationsSizeLimitsOnResourceCreation: async (api) => {
      const tooLarge = kind.creation({ a: "x".repeat(limit) });
      await api.refused(400, "INVALID_ARGUMENT", ["POST", kind.path, tooLarge]);
      await made(api, { a: "x".repeat(limit - 1) });
    },
    UpdateAnnotationsUsingNonEmptyMap: async (api) => {
      const { id } = await made(api, { a: "1", b: "2", c: "3" });
      const { annotations: found } = await changed(api, id, { a: "9", b: "", d: "4" });
      expect(found).to.deep.equal({ a: "9", c: "3", d: "4" });
    },
    UpdateAnnotationsUsingEmptyMap: async (api) => {
      const { id } = await made(api, { a: "1" });
      expect((await changed(api, id, {}))["annotations"]).to.deep.equal({ a: "1" });
    },
    TestAnnotationsKeySyntaxOnResourceUpdateWhenAddingKey: async (api) => {
      const { id } = await made(api);
      for (const key of badKeys) {
        await api.refused(
          400,
          "INVALID_ARGUMENT",
          change(id, metadata({ [key]: "x" }), annotations),
        );
      }
    },
    TestAnnotationsKeySyntaxOnResourceUpdateEvenWhenDeletingNonExistentKey: async (api) => {
      const { id } = await made(api);
      for (const key of badKeys) {
        await api.refused(
          400,
          "INVALID_ARGUMENT",
          change(id, metadata({ [key]: "" }), annotations),
        );
      }
    },
    NotCountingEmptyValuedKeysToTheAnnotationsSizeLimitOnUpdate: async (api) => {
      const { id } = await made(api, { a: "x".repeat(limit - 1) });
      const given = { a: "", b: "x".repeat(limit - 1) };
      expect((await changed(api, id, given))["annotations"]).to.have.all.keys("b");
    },
    TestAnnotationsMaxSizeLimitsWhenUpdatingResource: async (api) => {
      const { id } = await made(api, { a: "x".repeat(limit - 1) });
      await api.refused(400, kind.tooLarge, change(id, metadata({ b: "x" }), annotations));
      const given = metadata({ b: "x".repeat(limit) });
      await api.refused(400, "INVALID_ARGUMENT", change(id, given, annotations));
    },
  };
};

export const userMetadata: Suite = { name: user.name, cases: casesOf(user) };
export const partyMetadata: Suite = { name: party.name, cases: casesOf(party) };
