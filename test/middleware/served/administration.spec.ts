import { expect } from "chai";

import type { Answer, Send } from "../../support/api-client.ts";
import { commandsBody } from "../../support/commands-body.ts";
import { addIdentityProvider } from "../../support/identity-providers.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { iouPackage } from "../../support/iou-package.ts";
import { plainPackage } from "../../support/plain-package.ts";
import { transports } from "../../support/transports.ts";

const archive = Uint8Array.of(8, 0, 255);
const uploaded = plainPackage("uploaded", "1.0.0", { archive });

const mask = (...paths: readonly string[]) => ({ paths, unknownFields: { fields: {} } });

const provider = (identityProviderId: string) => ({
  identityProviderId,
  isDeactivated: false,
  issuer: `https://${identityProviderId}.example.com`,
  jwksUrl: `https://${identityProviderId}.example.com/keys`,
  audience: "",
});

const codeOf = ({ json }: Answer): unknown => (json as { code?: unknown } | undefined)?.code;

describe("administration over HTTP", () => {
  for (const { name, serve, sendsBodyWithGet } of transports) {
    describe(name, () => {
      const served = async (
        use: (send: Send, ledger: IouLedger) => Promise<void>,
      ): Promise<void> => {
        const ledger = await iouLedger({ packages: [iouPackage, uploaded] });
        await serve(ledger.ledger, { auth: "disabled" }, (send) => use(send, ledger));
      };

      it("changes, moves and deletes users", async () => {
        await served(async (send, { ledger }) => {
          await addIdentityProvider(ledger, "other");
          const path = "/v2/users/a%40b";
          await send("POST", "/v2/users", { body: { user: { id: "a@b" } } });
          const metadata = { resourceVersion: "0", annotations: { team: "blue" } };
          const body = { user: { id: "a@b", metadata }, updateMask: mask("metadata") };
          const changed = await send("PATCH", path, { body });
          expect(changed.json).to.deep.equal({
            user: {
              id: "a@b",
              primaryParty: "",
              isDeactivated: false,
              metadata: { resourceVersion: "1", annotations: { team: "blue" } },
              identityProviderId: "",
              primaryPartyAuthentication: false,
            },
          });
          expect(codeOf(await send("PATCH", path, { body }))).to.equal(
            "CONCURRENT_USER_UPDATE_DETECTED",
          );
          const move = { userId: "a@b", targetIdentityProviderId: "other" };
          const moved = await send("PATCH", `${path}/identity-provider-id`, { body: move });
          expect(moved.json).to.deep.equal({});
          const back = { userId: "a@b", sourceIdentityProviderId: "other" };
          await send("PATCH", `${path}/identity-provider-id`, { body: back });
          expect((await send("DELETE", path)).json).to.deep.equal({});
          expect(codeOf(await send("DELETE", path))).to.equal("USER_NOT_FOUND");
        });
      });

      it("changes the details of parties", async () => {
        await served(async (send, { alice }) => {
          const localMetadata = { resourceVersion: "", annotations: { "key/a": "b" } };
          const body = {
            partyDetails: { party: alice, localMetadata },
            updateMask: mask("local_metadata.annotations"),
          };
          const changed = await send("PATCH", `/v2/parties/${encodeURIComponent(alice)}`, { body });
          expect(changed.json).to.deep.equal({
            partyDetails: {
              party: alice,
              isLocal: true,
              localMetadata: { resourceVersion: "1", annotations: { "key/a": "b" } },
              identityProviderId: "",
            },
          });
        });
      });

      it("manages identity providers", async () => {
        await served(async (send) => {
          const some = provider("some");
          const body = { identityProviderConfig: some };
          expect((await send("POST", "/v2/idps", { body })).json).to.deep.equal(body);
          expect(codeOf(await send("POST", "/v2/idps", { body }))).to.equal(
            "IDP_CONFIG_ALREADY_EXISTS",
          );
          expect((await send("GET", "/v2/idps/some")).json).to.deep.equal(body);
          const change = {
            identityProviderConfig: { ...some, isDeactivated: true, audience: "not in the mask" },
            updateMask: mask("is_deactivated"),
          };
          const changed = { ...some, isDeactivated: true };
          expect((await send("PATCH", "/v2/idps/some", { body: change })).json).to.deep.equal({
            identityProviderConfig: changed,
          });
          expect((await send("GET", "/v2/idps")).json).to.deep.equal({
            identityProviderConfigs: [changed],
          });
          expect((await send("DELETE", "/v2/idps/some")).json).to.deep.equal({});
          expect((await send("GET", "/v2/idps/some")).status).to.equal(404);
        });
      });

      it("refuses changes of an object other than the path names", async () => {
        await served(async (send) => {
          for (const [path, body] of [
            ["/v2/users/ann", { user: { id: "bob" } }],
            ["/v2/users/ann/identity-provider-id", { userId: "bob" }],
            ["/v2/parties/a", { partyDetails: { party: "b" } }],
            ["/v2/idps/a", { identityProviderConfig: provider("b") }],
          ] as const) {
            const answer = await send("PATCH", path, {
              body: { ...body, updateMask: mask("metadata") },
            });
            expect(answer.status, path).to.equal(400);
            expect(codeOf(answer), path).to.equal("INVALID_ARGUMENT");
          }
          const answer = await send("PATCH", "/v2/users/a%20b", {
            body: { user: { id: "a b" }, updateMask: mask("metadata") },
          });
          expect(codeOf(answer)).to.equal("INVALID_FIELD");
        });
      });

      it("returns uploaded packages with the same bytes", async () => {
        await served(async (send) => {
          const path = `/v2/packages/${uploaded.packageId}`;
          const answer = await send("GET", path);
          expect(answer.contentType).to.equal("application/octet-stream");
          expect(answer.bytes).to.deep.equal(archive);
          expect(answer.headers.get("canton-package-hash")).to.equal(uploaded.packageId);
          expect((await send("GET", `${path}/status`)).json).to.deep.equal({
            packageStatus: "PACKAGE_STATUS_REGISTERED",
          });
          const unknown = await send("GET", `/v2/packages/${"ab".repeat(32)}`);
          expect(codeOf(unknown)).to.equal("PACKAGE_NOT_FOUND");
          expect((await send("GET", "/v2/packages/%C3%BC")).status).to.equal(400);
        });
      });

      for (const [list, update] of [
        ["/v2/package-vetting/list", "/v2/package-vetting/update"],
        ["", "/v2/package-vetting"],
      ] as const) {
        it(`vets and unvets packages by ${update}`, async () => {
          await served(async (send, { ledger }) => {
            const reference = { packageName: "uploaded", packageVersion: "1.0.0" };
            const change = (operation: string) => ({
              changes: [{ operation: { [operation]: { value: { packages: [reference] } } } }],
            });
            const unvetted = await send("POST", update, { body: change("Unvet") });
            expect(unvetted.status, unvetted.text).to.equal(200);
            const vetting = () => ledger.state.vetting.get(ledger.state.synchronizers[0]?.id ?? "");
            expect(vetting()?.packages.has(uploaded.packageId)).to.equal(false);
            const serial = vetting()?.serial;
            await send("POST", update, { body: { ...change("Vet"), dryRun: true } });
            expect(vetting()?.serial).to.equal(serial);
            await send("POST", update, { body: change("Vet") });
            expect(vetting()?.packages.has(uploaded.packageId)).to.equal(true);
            const stale = { serial: { Prior: { value: 1 } } };
            const body = { ...change("Unvet"), expectedTopologySerial: stale };
            expect(codeOf(await send("POST", update, { body }))).to.equal(
              "TOPOLOGY_SERIAL_MISMATCH",
            );
            if (list === "" && !sendsBodyWithGet) return;
            const filter = { packageMetadataFilter: { packageNamePrefixes: ["upl"] } };
            const listed = await send(list === "" ? "GET" : "POST", list === "" ? update : list, {
              body: filter,
            });
            expect(listed.json)
              .to.have.nested.property("vettedPackages.0.packages")
              .that.deep.equals([
                {
                  packageId: uploaded.packageId,
                  validFromInclusive: null,
                  validUntilExclusive: null,
                  packageName: "uploaded",
                  packageVersion: "1.0.0",
                },
              ]);
          });
        });
      }

      it("returns preferred packages for commands", async () => {
        await served(async (send, { alice }) => {
          const path = "/v2/interactive-submission/preferred-packages";
          const requirement = { parties: [alice], packageName: "iou" };
          const body = { packageVettingRequirements: [requirement] };
          const answer = await send("POST", path, { body });
          expect(answer.json).to.have.nested.property(
            "packageReferences.0.packageId",
            iouPackage.packageId,
          );
          const one = "/v2/interactive-submission/preferred-package-version";
          const query = (more: string) =>
            `${one}?parties=${encodeURIComponent(alice)}&package-name=${more}`;
          expect((await send("GET", query("iou"))).json).to.have.nested.property(
            "packagePreference.packageReference.packageId",
            iouPackage.packageId,
          );
          const before = await send("GET", query("none&vetting_valid_at=2020-01-01T00:00:00Z"));
          expect(codeOf(before)).to.equal("PACKAGE_NAMES_NOT_FOUND");
          const malformed = await send("GET", query("iou&vetting_valid_at=yesterday"));
          expect(malformed.status).to.equal(400);
          expect(malformed.text).to.include("query parameter vetting_valid_at");
          expect((await send("GET", one)).text).to.include("query parameter package-name");
        });
      });

      it("pages through active contracts and updates", async () => {
        await served(async (send, { alice, bob }) => {
          const createArguments = { issuer: alice, owner: bob, amount: "1.0", watchers: [] };
          const command = { CreateCommand: { templateId: "#iou:Iou:Iou", createArguments } };
          for (let count = 0; count < 3; count++) {
            const body = commandsBody(alice, command);
            await send("POST", "/v2/commands/submit-and-wait", { body });
          }
          const eventFormat = { filtersByParty: { [alice]: {} } };
          const transactionShape = "TRANSACTION_SHAPE_ACS_DELTA";
          const updateFormat = { includeTransactions: { eventFormat, transactionShape } };
          const pages = [
            ["GET", "/v2/state/active-contracts-page", { eventFormat }, "activeContracts"],
            [
              "POST",
              "/v2/updates/get-updates-page",
              { updateFormat, descendingOrder: true },
              "updates",
            ],
          ] as const;
          for (const [method, path, request, field] of pages) {
            if (method === "GET" && !sendsBodyWithGet) continue;
            const first = await send(method, path, { body: { ...request, maxPageSize: 2 } });
            expect(first.json, first.text).to.have.property(field).with.length(2);
            const { nextPageToken: pageToken } = first.json as { nextPageToken: string };
            const rest = await send(method, path, {
              body: { ...request, maxPageSize: 2, pageToken },
            });
            expect(rest.json, rest.text).to.have.property(field).with.length(1);
            expect(rest.json).to.have.property("nextPageToken", null);
            const tampered = { ...request, pageToken: `${pageToken.slice(0, -4)}AAAA` };
            expect(codeOf(await send(method, path, { body: tampered }))).to.equal("INVALID_FIELD");
          }
        });
      });
    });
  }
});
