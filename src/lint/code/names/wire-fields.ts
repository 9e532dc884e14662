// What gives a field to a type of Python: of a serialiser, of a schema, of a form. Knows no names of fields.

const WIRE_FIELDS = /^(serializers|fields|ma|mm|attr|attrs|wtforms)$/;
/** Of a form of Django or Flask. */
export const FORM_FIELD = /^(?:forms|wtforms|[A-Z]\w{2,40}Field)$/;

/** What declares a field of Python's type: `amount = fields.Decimal()`, `name = forms.CharField()`. */
export const isWireField = (text: string, type: string): boolean =>
  WIRE_FIELDS.test(text) || (FORM_FIELD.test(text) && type.endsWith('Form'));
