/** Returns the body of a create of one contract; the response has the default format. */
export const createSubmissionBody = (party: string, sequence: number) => ({
  commands: {
    commands: [
      {
        CreateCommand: {
          templateId: "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping",
          createArguments: { id: String(sequence), initiator: party, responder: party },
        },
      },
    ],
    userId: "path",
    commandId: `create-${sequence}`,
    actAs: [party],
  },
});
