import { createLedger, type Ledger } from "ledger-in-a-box";
import { createDamlLoader } from "ledger-in-a-box/daml";
import { loadFixture } from "ledger-in-a-box/fixtures";
import { amuletHistory, type CoinHistoryRecordJson, historyPage } from "ledger-in-a-box/history";

/** Opens a ledger that runs the DAR of the real coin, with transactions on its market. */
export const openMarket = async (dar: Uint8Array): Promise<Ledger> => {
  const daml = createDamlLoader();
  const ledger = await createLedger({
    daml,
    packages: daml.load(dar),
    history: [amuletHistory],
    clock: { freeze: "2026-01-01T00:00:00Z" },
  });
  await loadFixture(ledger, new URL("market.yaml", import.meta.url));
  return ledger;
};

/** Returns its coin history, one line per record. */
export const tellHistory = (ledger: Ledger): readonly string[] =>
  historyPage(ledger, { page_size: 100 }).transactions.map(
    (record) => `${record.date} ${tell(record)}`,
  );

const tell = (record: CoinHistoryRecordJson): string => {
  if ("tap" in record) return `${nameOf(record.tap.coin_owner)} taps ${record.tap.coin_amount}`;
  if (!("transfer" in record)) return "an offer comes to nothing";
  const { sender, receivers, ...instruction } = record.transfer;
  const { transferInstructionReceiver, transferInstructionAmount = "", description } = instruction;
  const who = nameOf(sender.party);
  if (transferInstructionReceiver !== undefined) {
    const offered = `${transferInstructionAmount} as ${description ?? "a transfer"}`;
    return `${who} offers ${nameOf(transferInstructionReceiver)} ${offered}`;
  }
  const [received] = receivers.map(({ party, amount }) => `${nameOf(party)} ${amount}`);
  return `${who} pays ${received ?? "nobody"}, at a fee of ${sender.sender_fee}`;
};

const nameOf = (party: string): string => party.split("::")[0] ?? party;
