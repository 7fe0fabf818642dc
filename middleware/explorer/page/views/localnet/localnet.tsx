import type { LocalnetFacts } from "../../../../../lib/localnet/index.ts";
import { requestExplorerData } from "../../base/client.ts";
import { ledgerRefreshSignal } from "../../base/ledger.ts";
import { useLoadedValue } from "../../base/use-loaded-value.ts";
import { Card, ViewFrame } from "../../parts/layout.tsx";
import { ContractLink, PartyLink, Time, UpdateLink } from "../../parts/names.tsx";
import { LoadedValueView } from "../../parts/notices.tsx";

/** The rounds, balances and offers of a LocalNet, and what its automation did. */
const Localnet = () => {
  const answer = useLoadedValue(
    "network",
    ledgerRefreshSignal.value,
    (signal) => requestExplorerData("localnet", { signal }) as Promise<LocalnetFacts>,
  );
  return (
    <ViewFrame
      title="LocalNet"
      about="Rounds, amulets, what waits for a decision, and what automation did by the ledger's clock."
    >
      <LoadedValueView answer={answer} what="the network">
        {({ amuletPrice, rounds, balances, offers, automation }) => (
          <>
            <Rounds rounds={rounds} price={amuletPrice} />
            <BalancesCard balances={balances} />
            <OffersCard offers={offers} />
            <Automation automation={automation} />
          </>
        )}
      </LoadedValueView>
    </ViewFrame>
  );
};

export default Localnet;

/** A table fills its card; a sentence does not. */
const selectCardKind = (rows: readonly object[]): string => (rows.length === 0 ? "" : "flush");

interface RoundsProps {
  readonly rounds: LocalnetFacts["rounds"];
  readonly price: string;
}

const Rounds = ({ rounds, price }: RoundsProps) => (
  <Card
    kind="flush"
    title="Rounds"
    actions={<span class="soft">{Number(price)} USD for an amulet</span>}
  >
    <table>
      <thead>
        <tr>
          <th>Round</th>
          <th>Stage</th>
          <th>Opens</th>
          <th>Closes</th>
          <th>Contract</th>
        </tr>
      </thead>
      <tbody>
        {rounds.map(({ number, stage, isUsable, contractId, opensAt, closesAt }) => (
          <tr key={contractId}>
            <td>{number}</td>
            <td>
              {stage} {isUsable && <span class="tag">in use</span>}
            </td>
            <td>{opensAt !== undefined && <Time iso={opensAt} />}</td>
            <td>{closesAt !== undefined && <Time iso={closesAt} />}</td>
            <td>
              <ContractLink id={contractId} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Card>
);

const BalancesCard = ({ balances }: Pick<LocalnetFacts, "balances">) => (
  <Card
    kind={selectCardKind(balances)}
    title="Balances"
    actions={<span class="soft">after fees for holding</span>}
  >
    {balances.length === 0 ? (
      <p class="soft">No party has amulets. Tap some in a wallet.</p>
    ) : (
      <table>
        <thead>
          <tr>
            <th>Party</th>
            <th class="amount">Unlocked</th>
            <th class="amount">Locked</th>
          </tr>
        </thead>
        <tbody>
          {balances.map(({ party, unlocked, locked }) => (
            <tr key={party}>
              <td>
                <PartyLink party={party} />
              </td>
              <td class="amount">{amountText(unlocked)}</td>
              <td class="amount">{amountText(locked)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </Card>
);

const amountText = (amount: string): string =>
  Number(amount).toLocaleString("en-GB", { maximumFractionDigits: 4 });

const OffersCard = ({ offers }: Pick<LocalnetFacts, "offers">) => (
  <Card kind={selectCardKind(offers)} title="Offers and requests">
    {offers.length === 0 ? (
      <p class="soft">Nothing waits for a decision.</p>
    ) : (
      <table>
        <thead>
          <tr>
            <th>Kind</th>
            <th>From</th>
            <th>To</th>
            <th class="amount">What</th>
            <th>Expires</th>
            <th>Contract</th>
          </tr>
        </thead>
        <tbody>
          {offers.map(({ kind, from, to, what, expiresAt, contractId }) => (
            <tr key={[contractId, from, to, what].join(" ")}>
              <td>{kind}</td>
              <td>
                <PartyLink party={from} />
              </td>
              <td>
                <PartyLink party={to} />
              </td>
              <td class="amount">{what}</td>
              <td>
                <Time iso={expiresAt} />
              </td>
              <td>
                <ContractLink id={contractId} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </Card>
);

const Automation = ({ automation }: Pick<LocalnetFacts, "automation">) => (
  <Card kind={selectCardKind(automation)} title="Automation">
    {automation.length === 0 ? (
      <p class="soft">No rule has acted yet. Move the clock by ten minutes.</p>
    ) : (
      <table>
        <thead>
          <tr>
            <th>Time</th>
            <th>What happened</th>
            <th>Rule</th>
            <th>Update</th>
          </tr>
        </thead>
        <tbody>
          {automation.map(({ offset, time, rule, effect, updateId }) => (
            <tr key={offset}>
              <td>
                <Time iso={new Date(time).toISOString()} />
              </td>
              <td>{effect} by automation</td>
              <td class="mono">{rule}</td>
              <td>
                <UpdateLink id={updateId} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </Card>
);
