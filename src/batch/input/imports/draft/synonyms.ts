// The names that finance systems use for the fields of a payout, in English, German, French and Spanish. Names are
// compared without case, accents and punctuation. Ids are left out: in an export they are those of another system.

/** A field or a column of the operator; `key` is the number by which a supplier is looked up. */
type Meaning = string;
export const SUPPLIER_KEY: Meaning = 'key';

/** Names of each meaning, separated by commas. Spaces and signs do not matter. */
const NAMES: Readonly<Record<Meaning, string>> = {
  reference: `
    reference, ref, payment reference, invoice, invoice no, invoice number, invoice id, document no,
    document number, voucher, voucher no, doc no, your reference, end to end id, payment id, beleg, belegnr,
    belegnummer, rechnung, rechnungsnr, rechnungsnummer, referenz, zahlungsreferenz, facture, no facture,
    n facture, numero facture, numero de facture, piece, factura, numero de factura, n factura, no factura,
    referencia, referencia de pago, folio
  `,
  receiverAmount: `
    amount, payment amount, net amount, gross amount, amount due, amount payable, total amount, value, total,
    betrag, zahlbetrag, zahlungsbetrag, rechnungsbetrag, bruttobetrag, nettobetrag, montant, montant ttc,
    montant a payer, montant net, importe, importe total, importe neto, monto, total a pagar, monto a pagar
  `,
  'destination.currency': `
    currency, ccy, currency code, payment currency, wahrung, waehrung, wkz, devise, monnaie, moneda, divisa
  `,
  memo: `
    memo, description, remittance information, payment details, narrative, details, text, verwendungszweck,
    buchungstext, betreff, bemerkung, libelle, motif, communication, concepto, descripcion
  `,
  purposeOfPayment: 'purpose of payment, payment purpose, zahlungsgrund, motif du paiement, motivo de pago',
  documents: 'documents, document, attachment, attachments, anlage, anhang, piece jointe, adjunto',
  'x-iban': 'iban, bank account',
  'x-bic': 'bic, swift, swift code',
  'x-payee': `
    name, payee, beneficiary, beneficiary name, supplier, supplier name, vendor, vendor name, company,
    empfanger, zahlungsempfanger, lieferant, firma, begunstigter, fournisseur, beneficiaire, nom,
    nom fournisseur, raison sociale, proveedor, beneficiario, nombre
  `,
  [SUPPLIER_KEY]: `
    supplier no, supplier number, supplier id, supplier code, vendor no, vendor number, vendor id, vendor code,
    creditor no, payee id, kreditor, kreditornr, kreditorennr, kreditorennummer, kreditorkonto, lieferantennr,
    lieferantennummer, no fournisseur, code fournisseur, numero fournisseur, n proveedor, codigo proveedor,
    numero de proveedor, codigo de proveedor, clave proveedor
  `,
};

/** `Währung (EUR)` is `wahrung eur`. */
const bare = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** `BelegNr.` is `Beleg-Nr.` and `Belegnr`. */
const joined = (name: string): string => name.replace(/\s/g, '');

const BY_NAME: ReadonlyMap<string, Meaning> = new Map(
  Object.entries(NAMES).flatMap(([meaning, names]) =>
    names.split(',').map((name): [string, Meaning] => [joined(name), meaning]),
  ),
);

/** The meaning of a header; `undefined` for an unknown one. */
export function meaningOf(header: string): Meaning | undefined {
  const name = bare(header);
  const without = name.replace(/ (?:in )?(?:eur|gbp|usd|chf|mxn)$/, '');
  return BY_NAME.get(joined(name)) ?? BY_NAME.get(joined(without));
}
