import { useSignal } from "@preact/signals";

import type {
  AllocatePartyResponse,
  ListUsersResponse,
  RightJson,
} from "../../../../../lib/api.ts";
import {
  changeUrlParameters,
  createViewUrl,
  escapePathSegment,
  navigateToPath,
  urlQuery,
} from "../../base/address.ts";
import { explorerPageConfig } from "../../base/boot.ts";
import { callLedgerApi } from "../../base/client.ts";
import { formatCount } from "../../base/count.ts";
import { listHeldUserRights, listPartiesOfRightKind } from "../../base/held-rights.ts";
import { useHostedParties } from "../../base/hosted-parties.ts";
import {
  currentUserRights,
  grantRights,
  knownParties,
  ledgerContentChangeCount,
} from "../../base/ledger.ts";
import { switchUser } from "../../base/switch-user.ts";
import { useLoadedValue } from "../../base/use-loaded-value.ts";
import { Card, SegmentedControl, ViewFrame } from "../../parts/layout.tsx";
import type { ViewPathParameters } from "../../parts/lazy-component.tsx";
import { PartyLink, UserCommandsLink } from "../../parts/names.tsx";
import { EmptyListPlaceholder, LoadedValueView } from "../../parts/notices.tsx";
import { PartyPicker } from "../../parts/party-picker.tsx";
import { useLedgerAction } from "../../parts/use-ledger-action.tsx";
import { Cell, ColumnHeader, VirtualizedTable } from "../../parts/virtualized-table.tsx";
import { ExternalPartyKeysCard } from "./external-party-keys-card.tsx";
import { PartyPage } from "./party-page.tsx";
import { RightsMatrix, type UserWithRights } from "./rights-matrix.tsx";

const PartiesAndUsers = ({ id }: ViewPathParameters) => {
  if (id !== undefined) return <PartyPage party={id} />;
  const partyCount = knownParties.value.length;
  if (!currentUserRights.value.isAdmin) {
    return (
      <ViewFrame title="Parties and users">
        <EmptyListPlaceholder icon="parties" title="Administrators manage parties and users">
          <p class="soft">You have rights for {formatCount(partyCount, "party", "parties")}.</p>
        </EmptyListPlaceholder>
      </ViewFrame>
    );
  }
  return (
    <ViewFrame title="Parties and users" about={formatCount(partyCount, "party", "parties")}>
      <Users />
      <div class="side-by-side">
        <PartyList />
        <div class="stack">
          <AllocateForm />
          <ExternalPartyKeysCard />
          <CreateUser />
          <Providers />
        </div>
      </div>
    </ViewFrame>
  );
};

export default PartiesAndUsers;

/** Maximum number of users in the matrix. */
const maxUsers = 50;

interface UsersResult {
  readonly users: readonly UserWithRights[];
  readonly isCut: boolean;
}

const fetchUsersWithRights = async (signal: AbortSignal): Promise<UsersResult> => {
  const path = `/v2/users?pageSize=${maxUsers}`;
  const { users, nextPageToken } = (await callLedgerApi(path, { signal })) as ListUsersResponse;
  const found = await Promise.all(
    users.map(async (user) => {
      const path = `/v2/users/${encodeURIComponent(user.id)}/rights`;
      const { rights: held } = (await callLedgerApi(path, { signal })) as {
        readonly rights: readonly RightJson[];
      };
      return { user, held };
    }),
  );
  return { users: found, isCut: nextPageToken !== "" };
};

const Users = () => {
  const answer = useLoadedValue("users", ledgerContentChangeCount.value, fetchUsersWithRights);
  const shown = urlQuery.value.get("rights") === "matrix" ? "matrix" : "list";
  return (
    <Card
      kind="flush"
      title="Users and their rights"
      actions={
        <SegmentedControl
          label="Display of the rights"
          tabs={{ list: "List", matrix: "Matrix" }}
          chosen={shown}
          choose={(name) =>
            changeUrlParameters({ rights: name === "matrix" ? name : undefined }, "replace")
          }
        />
      }
    >
      <LoadedValueView answer={answer} what="the users">
        {({ users }) =>
          shown === "matrix" ? (
            <RightsMatrix users={users} />
          ) : (
            <table>
              <thead>
                <tr>
                  <th>User</th>
                  <th>For all parties</th>
                  <th>Act as</th>
                  <th>Read as</th>
                  <th>
                    <span class="hidden">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {users.map(({ user, held }) => (
                  <UserRow key={user.id} user={user} held={held} />
                ))}
              </tbody>
            </table>
          )
        }
      </LoadedValueView>
      <div class="pad stack">
        {answer.value?.isCut === true && (
          <p class="soft">The first {maxUsers} users; the API console lists them all.</p>
        )}
        <GrantForm users={(answer.value?.users ?? []).map(({ user }) => user.id)} />
      </div>
    </Card>
  );
};

const rightTexts: Readonly<Record<string, string>> = {
  ParticipantAdmin: "Admin",
  IdentityProviderAdmin: "Admin of its provider",
  CanReadAsAnyParty: "Read as any",
  CanExecuteAsAnyParty: "Execute as any",
};

const UserRow = ({ user, held }: UserWithRights) => {
  const { run, told } = useLedgerAction();
  const rights = listHeldUserRights(held);
  const of = (kind: string): readonly string[] => listPartiesOfRightKind(rights, kind);
  const revoke = (kind: string, party: string): void =>
    void run(async () => {
      await callLedgerApi(`/v2/users/${encodeURIComponent(user.id)}/rights`, {
        method: "PATCH",
        body: {
          userId: user.id,
          identityProviderId: user.identityProviderId,
          rights: [{ kind: { [kind]: { value: { party } } } }],
        },
      });
      return "Revoked.";
    });
  const signInAs = (): void =>
    void run(async () => {
      await switchUser(user.id);
      navigateToPath("/", { as: undefined, at: undefined });
      return "";
    });
  return (
    <tr>
      <td>
        <UserCommandsLink id={user.id} />{" "}
        {user.isDeactivated && <span class="tag warn">deactivated</span>}
      </td>
      <td>
        {rights.flatMap(({ kind }) => {
          const word = rightTexts[kind];
          return word === undefined
            ? []
            : [
                <span class="tag" key={kind}>
                  {word}
                </span>,
              ];
        })}
      </td>
      {["CanActAs", "CanReadAs"].map((kind) => (
        <td key={kind}>
          <div class="actions">
            {of(kind)
              .slice(0, 12)
              .map((party) => (
                <span class="tag" key={party}>
                  <PartyLink party={party} isPlain />
                  <button type="button" class="bare" onClick={() => revoke(kind, party)}>
                    ×
                    <span class="hidden">
                      Revoke {kind} {party} of {user.id}
                    </span>
                  </button>
                </span>
              ))}
            {of(kind).length > 12 && <span class="soft">and {of(kind).length - 12} more</span>}
          </div>
        </td>
      ))}
      <td>
        {explorerPageConfig.makesTokens && explorerPageConfig.needsToken && (
          <button type="button" class="quiet" onClick={signInAs}>
            Sign in as<span class="hidden"> {user.id}</span>
          </button>
        )}
        {told}
      </td>
    </tr>
  );
};

const grantableRights = {
  CanActAs: "act as",
  CanReadAs: "read as",
  CanReadAsAnyParty: "read as all parties",
  ParticipantAdmin: "administer",
} as const;

const GrantForm = ({ users }: { readonly users: readonly string[] }) => {
  const { run, told } = useLedgerAction();
  const user = useSignal("");
  const kind = useSignal<keyof typeof grantableRights>("CanActAs");
  const party = useSignal("");
  const isOfParty = kind.value === "CanActAs" || kind.value === "CanReadAs";
  const userId = user.value || (users[0] ?? "");
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => {
          const value = isOfParty ? { party: party.value } : {};
          await grantRights(userId, [{ [kind.value]: { value } }]);
          return `Granted ${userId} the right to ${grantableRights[kind.value]}.`;
        });
      }}
    >
      <label class="field">
        <span>User</span>
        <select value={userId} onChange={({ currentTarget }) => (user.value = currentTarget.value)}>
          {users.map((id) => (
            <option key={id}>{id}</option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>Right</span>
        <select
          value={kind.value}
          onChange={({ currentTarget }) =>
            (kind.value = currentTarget.value as keyof typeof grantableRights)
          }
        >
          {Object.entries(grantableRights).map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      </label>
      {isOfParty && (
        <div class="field">
          <span>Party</span>
          <PartyPicker label="Party" value={party.value} pick={(given) => (party.value = given)} />
        </div>
      )}
      <button type="submit" class="quiet">
        Grant
      </button>
      {told}
    </form>
  );
};

const columnWidths = "minmax(140px, 2fr) minmax(120px, 1fr)";

/** List of all parties; external parties are marked. */
const PartyList = () => {
  const text = useSignal("");
  const wanted = text.value.toLowerCase();
  const external = new Set(
    useHostedParties()
      .value?.parties.filter(({ signedBy }) => signedBy.length > 0)
      .map(({ party }) => party),
  );
  return (
    <Card kind="flush" title="Parties">
      <div class="pad">
        <input
          type="search"
          aria-label="Find a party"
          placeholder="Name or fingerprint"
          value={text.value}
          onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        />
      </div>
      <div class="party-box">
        <VirtualizedTable
          label="Parties"
          rows={knownParties.value.filter((party) => party.toLowerCase().includes(wanted))}
          keyOf={(party) => party}
          columns={columnWidths}
          open={(party) => navigateToPath(`/parties/${escapePathSegment(party)}`)}
          linkOf={(party) => createViewUrl(`/parties/${escapePathSegment(party)}`)}
          head={
            <>
              <ColumnHeader>Party</ColumnHeader>
              <ColumnHeader>Visible contracts</ColumnHeader>
            </>
          }
          empty={<p class="pad soft">No party has this name.</p>}
        >
          {(party) => (
            <>
              <Cell kind="lead">
                <PartyLink party={party} />{" "}
                {external.has(party) && <span class="tag">external</span>}
              </Cell>
              <Cell kind="side">
                <a href={createViewUrl("/contracts", { as: party })}>View contracts</a>
              </Cell>
            </>
          )}
        </VirtualizedTable>
      </div>
    </Card>
  );
};

const AllocateForm = () => {
  const { run, told } = useLedgerAction();
  return (
    <Card title="Allocate a party">
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          const partyIdHint = new FormData(form).get("hint");
          void run(async () => {
            const { partyDetails } = (await callLedgerApi("/v2/parties", {
              body: { partyIdHint, identityProviderId: "", synchronizerId: "", userId: "" },
            })) as AllocatePartyResponse;
            form.reset();
            return `Allocated ${partyDetails.party}.`;
          });
        }}
      >
        <label class="field">
          <span>Party id hint</span>
          <input type="text" name="hint" autocomplete="off" required />
        </label>
        <button type="submit" class="quiet">
          Allocate
        </button>
        {told}
      </form>
    </Card>
  );
};

const CreateUser = () => {
  const { run, told } = useLedgerAction();
  const party = useSignal("");
  return (
    <Card title="Create a user">
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          const given = new FormData(event.currentTarget).get("id");
          const id = typeof given === "string" ? given : "";
          void run(async () => {
            const acts = { kind: { CanActAs: { value: { party: party.value } } } };
            const user = {
              id,
              primaryParty: party.value,
              isDeactivated: false,
              identityProviderId: "",
              metadata: { resourceVersion: "", annotations: {} },
            };
            const held = party.value === "" ? [] : [acts];
            await callLedgerApi("/v2/users", { body: { user, rights: held } });
            return `Created user ${id}.`;
          });
        }}
      >
        <label class="field">
          <span>Id</span>
          <input type="text" name="id" autocomplete="off" required />
        </label>
        <div class="field">
          <span>Acts as</span>
          <PartyPicker
            label="Acts as"
            value={party.value}
            pick={(given) => (party.value = given)}
          />
        </div>
        <button type="submit" class="quiet">
          Create
        </button>
        {told}
      </form>
    </Card>
  );
};

interface IdentityProvider {
  readonly identityProviderId: string;
  readonly issuer: string;
  readonly jwksUrl: string;
}

const Providers = () => {
  const answer = useLoadedValue("providers", ledgerContentChangeCount.value, (signal) =>
    callLedgerApi("/v2/idps", { signal }),
  );
  const { identityProviderConfigs: all = [] } = (answer.value ?? {}) as {
    readonly identityProviderConfigs?: readonly IdentityProvider[];
  };
  return (
    <Card title="Identity providers">
      {all.length === 0 ? (
        <p class="soft">None but the participant’s own.</p>
      ) : (
        <ul class="stack">
          {all.map(({ identityProviderId, issuer, jwksUrl }) => (
            <li key={identityProviderId}>
              <b>{identityProviderId}</b> <span class="soft">{issuer}</span> <code>{jwksUrl}</code>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
};
