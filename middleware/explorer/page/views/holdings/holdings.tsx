import { useMemo } from "preact/hooks";

import { changeUrlParameters, createViewUrl, urlQuery } from "../../base/address.ts";
import { getHintOfPartyId } from "../../base/names.ts";
import { useLoadedValue } from "../../base/use-loaded-value.ts";
import {
  shownOffset,
  viewedContentKey,
  viewingParties,
  viewRefreshSignal,
} from "../../base/view-settings.ts";
import { AmountBar } from "../../parts/amount-bar.tsx";
import { Chart } from "../../parts/chart.tsx";
import { Card, ViewFrame } from "../../parts/layout.tsx";
import { PartyLink } from "../../parts/names.tsx";
import { EmptyListPlaceholder, LoadedValueView } from "../../parts/notices.tsx";
import {
  type HoldingsOverTime,
  type InstrumentBalances,
  listHoldingInterfaces,
  readHoldingsOverTime,
} from "./holdings-over-time.ts";

/** Balances of each party by instrument, now and over time. */
const Holdings = () => {
  const answer = useLoadedValue(viewedContentKey.value, viewRefreshSignal.value, (signal) =>
    listHoldingInterfaces().length === 0
      ? Promise.resolve({ instruments: [], begin: 0, isCut: false })
      : readHoldingsOverTime({ as: viewingParties.peek(), end: shownOffset.peek() }, signal),
  );
  return (
    <ViewFrame
      title="Holdings"
      about="Balances of the visible contracts with a Holding interface, as tokens of CIP-56 have."
    >
      <LoadedValueView answer={answer} what="the holdings">
        {(found) =>
          found.instruments.length === 0 ? (
            <Card>
              <EmptyListPlaceholder icon="coin" title="No visible holdings">
                <p class="soft">
                  Upload a token standard package, or view as a party that holds tokens.
                </p>
              </EmptyListPlaceholder>
            </Card>
          ) : (
            <HoldingsContent found={found} />
          )
        }
      </LoadedValueView>
    </ViewFrame>
  );
};

export default Holdings;

const formatInstrument = (instrument: string): string => {
  const [id = "", admin = ""] = instrument.split("|");
  return admin === "" ? id : `${id} of ${getHintOfPartyId(admin)}`;
};

const HoldingsContent = ({
  found: { instruments, begin, isCut },
}: {
  readonly found: HoldingsOverTime;
}) => {
  const wanted = urlQuery.value.get("instrument");
  const chosen = instruments.find(({ instrument }) => instrument === wanted) ?? instruments[0];
  return (
    <>
      <div class="filters">
        <label class="field">
          <span>Instrument</span>
          <select
            value={chosen?.instrument}
            onChange={({ currentTarget }) =>
              changeUrlParameters({ instrument: currentTarget.value }, "replace")
            }
          >
            {instruments.map(({ instrument }) => (
              <option key={instrument} value={instrument}>
                {formatInstrument(instrument)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {begin > 0 && <p class="soft">The chart begins at offset {begin}.</p>}
      {isCut && <p class="soft">Only the first 2,000 holdings at that offset were read.</p>}
      {chosen !== undefined && <Instrument key={chosen.instrument} {...chosen} />}
    </>
  );
};

/** Colours of the lines; the other parties are only in the table. */
const lineColours = ["--accent", "--good", "--warn", "--bad"];

const Instrument = ({ interfaceId, balances, times, series }: InstrumentBalances) => {
  const drawn = balances.slice(0, lineColours.length);
  const lines = useMemo(
    () =>
      drawn.map(({ party }, index) => ({
        name: getHintOfPartyId(party),
        colour: lineColours[index] ?? "",
      })),
    [balances],
  );
  const data = useMemo(
    () => [[...times], ...drawn.map(({ party }) => [...(series.get(party) ?? [])])],
    [times, series],
  );
  const largest = Math.max(1, balances[0]?.amount ?? 0);
  return (
    <>
      {times.length > 1 && (
        <Card title="Balances over time">
          <Chart label="Balances over time" height={200} data={data as never} lines={lines} />
        </Card>
      )}
      <Card kind="flush" title={`Balances at offset ${shownOffset.value}`}>
        <table class="shares">
          <thead>
            <tr>
              <th>Party</th>
              <th>
                <span class="hidden">Share</span>
              </th>
              <th class="amount">Balance</th>
              <th class="amount">Locked</th>
              <th class="amount">Holdings</th>
            </tr>
          </thead>
          <tbody>
            {balances.map(({ party, amount, locked, holdings }) => (
              <tr key={party}>
                <td>
                  <PartyLink party={party} />
                </td>
                <td>
                  <AmountBar amount={amount} largest={largest} />
                </td>
                <td class="amount">{formatAmount(amount)}</td>
                <td class="amount">{locked === 0 ? "" : formatAmount(locked)}</td>
                <td class="amount">
                  <a
                    href={createViewUrl("/contracts", {
                      interface: interfaceId,
                      text: party,
                    })}
                  >
                    {holdings.toLocaleString("en-GB")}
                  </a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </>
  );
};

const formatAmount = (amount: number): string =>
  amount.toLocaleString("en-GB", { maximumFractionDigits: 4 });
