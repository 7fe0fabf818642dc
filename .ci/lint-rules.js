// The project's own lint rule: code that is published throws a LedgerError, so that every failure has a code and a status.
const throwLedgerError = {
  meta: {
    type: "problem",
    messages: { plain: "Throw a LedgerError." },
    schema: [],
  },
  create: (context) => ({
    "ThrowStatement > NewExpression[callee.name='Error']"(node) {
      context.report({ node, messageId: "plain" });
    },
  }),
};

export default { meta: { name: "ledger" }, rules: { "throw-ledger-error": throwLedgerError } };
