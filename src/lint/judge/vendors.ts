// Names of other vendors: of their products anywhere, and of clients that words alone don't tell, in a call's own names. Words
// only.

export const OTHER_VENDORS =
  /stripe|paypal|adyen|plaid|\bwise\b|transferwise|braintree|\bcircle(?:fin)?\b|(?:\b|\b(?:new|get|create|make|use|init|via|with|to|from|call)_?)circle_?(?:api|client|sdk|http|service|gateway|provider|adapter|rail|request|config|account|business|transfer|payout|payment|wallet|mint|usdc)|checkout\.com|dwolla|squareup|coinbase|razorpay|mollie|klarna|paystack|flutterwave|modulr|gocardless|currencycloud|revolut|marqeta|twilio|sendgrid|github|slack|shopify|salesforce|hubspot|hubapi|pipedrive|zendesk|freshdesk|freshsales|freshworks|airtable|zoho|intercom(?!p)|servicenow|sugarcrm|activecampaign|mailchimp|dropbox|sharepoint|clickup|docsend|\bnotion\b|\basana\b|\bjira\b|\battio\b|sumsub|onfido|veriff|trulioo|middesk|jumio|complyadvantage|shuftipro|fourthline|idnow|dlocal|airwallex|modern_?-?treasury|thunes|rapyd|payoneer|tipalti|mangopay|lemonway|treezor|railsr|fireblocks|tazapay|synctera|lithic|worldpay|cybersource|authorize\.net|paysafe|nium\b|personio|workday|docusign|quickbooks|netsuite|bridge\.xyz|bridge_?(?:wallet|client|api|sdk|transfer|customer)|zero_?hash|moov\.io|increase\.(?:com|ach|wire|account_?[tT]ransfers|real_?time|check)|column\.com|treasuryprime|\bxero\b/i;

/** What a call is made on: `crm.updateAccount(...)`, `_dynamics.UpdateAsync(...)`, `box.files.update(...)`. */
const CLIENTS =
  /^(?:this\.|self\.|@)?_?(?:crm|box|drive|gdrive|onedrive|dynamics|dataverse|trello|monday|segment|mixpanel|analytics)(?:_?(?:api|client|sdk|service|gateway))?\./i;
/** What a CRM or a help desk keeps. */
const RECORDS =
  /\.(?:contacts?|deals?|leads?|opportunit(?:y|ies)|tickets?)(?:\.basic_?api)?\.(?:create|update|upsert|patch|put|post|save|set|add)\w*$/i;

/** A call's names, joined by dots. */
const isOthersCall = (name: string): boolean => CLIENTS.test(name) || RECORDS.test(name);

export const isOthers = (name: string): boolean => OTHER_VENDORS.test(name) || isOthersCall(name);
