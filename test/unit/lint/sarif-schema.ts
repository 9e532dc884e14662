// The part of the SARIF 2.1.0 schema (OASIS) that a log of this tool has to fit: names and types as the standard has them.
const text = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } };
const positive = { type: 'integer', minimum: 1 };

export const sarifSchema = {
  type: 'object',
  required: ['version', 'runs'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    version: { const: '2.1.0' },
    runs: {
      type: 'array',
      items: {
        type: 'object',
        required: ['tool', 'results'],
        properties: {
          columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
          tool: {
            type: 'object',
            required: ['driver'],
            properties: {
              driver: {
                type: 'object',
                required: ['name'],
                properties: {
                  name: { type: 'string' },
                  semanticVersion: { type: 'string' },
                  rules: {
                    type: 'array',
                    uniqueItems: true,
                    items: {
                      type: 'object',
                      required: ['id'],
                      properties: {
                        id: { type: 'string' },
                        shortDescription: text,
                        fullDescription: text,
                        help: text,
                        defaultConfiguration: {
                          type: 'object',
                          properties: { level: { enum: ['none', 'note', 'warning', 'error'] } },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
          invocations: { type: 'array', items: { type: 'object', required: ['executionSuccessful'] } },
          results: {
            type: 'array',
            items: {
              type: 'object',
              required: ['message'],
              properties: {
                ruleId: { type: 'string' },
                ruleIndex: { type: 'integer', minimum: 0 },
                level: { enum: ['none', 'note', 'warning', 'error'] },
                message: text,
                partialFingerprints: { type: 'object', additionalProperties: { type: 'string' } },
                locations: {
                  type: 'array',
                  items: {
                    type: 'object',
                    properties: {
                      physicalLocation: {
                        type: 'object',
                        required: ['artifactLocation'],
                        properties: {
                          artifactLocation: {
                            type: 'object',
                            required: ['uri'],
                            properties: { uri: { type: 'string', pattern: '^[^\\s\\\\]+$' } },
                          },
                          region: {
                            type: 'object',
                            properties: {
                              startLine: positive,
                              startColumn: positive,
                              endLine: positive,
                              endColumn: positive,
                            },
                          },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
};
