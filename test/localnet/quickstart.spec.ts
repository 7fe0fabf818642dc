import { readFile } from "node:fs/promises";

import { expect } from "chai";

import { useLocalnet } from "../../fixtures/testing/localnet.ts";
import { bases, callLocalnet } from "../support/localnet-client.ts";
import { walletDars } from "../support/localnet-dars.ts";
import { sharedFile, sharedPath } from "../support/shared.ts";

const localnets = useLocalnet({ dars: walletDars() });

const userLedger = "http://localhost:2975";
const providerLedger = "http://localhost:3975";
const admin = { user: "ledger-api-user" };

/** The public requests of cn-quickstart with shared-secret authentication, at LocalNet's ports. */
describe("cn-quickstart against LocalNet", () => {
  before(function () {
    sharedFile(this, "dars", "localnet", "splice-wallet-0.1.19.dar");
  });

  it(
    "finds each validator's party: the primary party of its participant's admin user",
    localnets(async (localnet) => {
      const partyAt = async (ledger: string): Promise<unknown> => {
        const url = `${ledger}/v2/users/ledger-api-user`;
        const { body } = await callLocalnet<{ readonly user: { readonly primaryParty: string } }>(
          localnet,
          url,
          admin,
        );
        return body.user.primaryParty;
      };
      expect(await partyAt(userLedger)).to.equal(localnet.parties.appUser);
      expect(await partyAt(providerLedger)).to.equal(localnet.parties.appProvider);
      const stranger = await callLocalnet(localnet, `${providerLedger}/v2/users/ledger-api-user`);
      expect(stranger.status).to.equal(401);
      const server = await localnet.listen({ ports: "any" });
      const port = server.ports.get(3975);
      const headers = { authorization: `Bearer ${localnet.token("ledger-api-user")}` };
      const answer = await fetch(`http://127.0.0.1:${port}/v2/users/ledger-api-user`, { headers });
      expect(await answer.json()).to.have.nested.property(
        "user.primaryParty",
        localnet.parties.appProvider,
      );
      await server.close();
    }),
  );

  it(
    "creates the backend's user, grants it rights, updates it, and uploads DARs",
    localnets(async (localnet) => {
      const { parties } = localnet;
      const initial = `${providerLedger}/v2/users/participant_admin`;
      const deleted = await callLocalnet(localnet, initial, { ...admin, method: "DELETE" });
      expect(deleted.status).to.equal(200);
      expect((await callLocalnet(localnet, initial, admin)).status).to.equal(404);
      const user = {
        id: "app-provider-backend",
        isDeactivated: false,
        primaryParty: "",
        identityProviderId: "",
        metadata: { resourceVersion: "", annotations: { username: "app-provider-backend" } },
      };
      const users = `${providerLedger}/v2/users`;
      const made = await callLocalnet(localnet, users, { ...admin, body: { user, rights: [] } });
      expect(made.status).to.equal(200);
      const granted = await callLocalnet(localnet, `${users}/${user.id}/rights`, {
        ...admin,
        body: {
          userId: user.id,
          identityProviderId: "",
          rights: [
            { kind: { CanReadAs: { value: { party: parties.appProvider } } } },
            { kind: { CanActAs: { value: { party: parties.appProvider } } } },
          ],
        },
      });
      expect(granted.status).to.equal(200);
      const updated = await callLocalnet(localnet, `${users}/${user.id}`, {
        ...admin,
        method: "PATCH",
        body: {
          user: { ...user, primaryParty: parties.appProvider },
          updateMask: { paths: ["primary_party", "metadata"], unknownFields: { fields: {} } },
        },
      });
      expect(updated.status).to.equal(200);
      const bytes = sharedPath("dars", "localnet", "splice-util-0.1.6.dar");
      const upload = await localnet.fetch(`${userLedger}/v2/packages`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${localnet.token("ledger-api-user")}`,
          "content-type": "application/octet-stream",
        },
        body: bytes === undefined ? "" : new Uint8Array(await readFile(bytes)),
      });
      expect(upload.status).to.equal(200);
    }),
  );

  it(
    "onboards a wallet user at the validator's own port, and returns the DSO's party to the user",
    localnets(async (localnet) => {
      const hint = "quickstart-customer";
      const allocated = await callLocalnet<{
        readonly partyDetails: { readonly party: string };
      }>(localnet, `${userLedger}/v2/parties`, {
        ...admin,
        body: { partyIdHint: hint, displayName: hint, identityProviderId: "" },
      });
      const { party } = allocated.body.partyDetails;
      const validator = "http://localhost:2903/api/validator";
      const onboarded = await callLocalnet(localnet, `${validator}/v0/admin/users`, {
        ...admin,
        body: { party_id: party, name: hint },
      });
      expect(onboarded).to.deep.equal({ status: 200, body: { party_id: party } });
      const dso = await callLocalnet(localnet, `${validator}/v0/scan-proxy/dso-party-id`, {
        user: hint,
      });
      expect(dso.body).to.deep.equal({ dso_party_id: localnet.parties.dso });
      const balance = await callLocalnet(localnet, `${validator}/v0/wallet/balance`, {
        user: hint,
      });
      expect(balance.status).to.equal(200);
    }),
  );

  it(
    "submits the commands of its scripts, and reads the registry's admin",
    localnets(async (localnet) => {
      const { parties } = localnet;
      const submitted = await callLocalnet(localnet, `${userLedger}/v2/commands/submit-and-wait`, {
        user: "app-user",
        body: {
          commands: [
            {
              CreateCommand: {
                templateId:
                  "#splice-wallet:Splice.Wallet.TransferPreapproval:TransferPreapprovalProposal",
                createArguments: {
                  receiver: parties.appUser,
                  provider: parties.appUser,
                  expectedDso: parties.dso,
                },
              },
            },
          ],
          workflowId: "create-app-install-request",
          applicationId: "app-user",
          commandId: "create-app-install-request-1",
          deduplicationPeriod: { Empty: {} },
          actAs: [parties.appUser],
          readAs: [parties.appUser],
          submissionId: "create-app-install-request",
          disclosedContracts: [],
          domainId: "",
          packageIdSelectionPreference: [],
        },
      });
      expect(submitted.status, JSON.stringify(submitted.body)).to.equal(200);
      const info = await callLocalnet(localnet, `${bases.registry}/metadata/v1/info`);
      expect(info.body["adminId"]).to.equal(parties.dso);
    }),
  );
});
