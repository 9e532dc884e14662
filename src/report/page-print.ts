// How the report's page looks on paper, whatever the screen: black on white, figures and states on one line, rows whole, and
// the table's heads on each page (as text of their own: Chromium repeats no button). The table of rows is a table there, since only a table's heads are repeated; the narrow
// columns take what they need, and what happened takes the rest.

export const PRINT = `
@media print{
@page{margin:12mm}
:root{color-scheme:light;--page:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--faint:#ddd;--accent:#1d5bb8;--good:#000;--doubt:#000;--doubt-bg:#fff;--doubt-line:#888;--bad:#000;--bar:#7d9cc9;--bar2:#c9d5e8}
body{font-size:9.5pt;background:none}main,header,footer{max-width:none;padding:0}
h1{font-size:16pt}h1::before{display:none!important}
section{border:0;padding:0;margin:0 0 1.2rem;background:none!important}
.only-script,.tools,button.copy{display:none!important}
h2,ol.steps,summary{break-after:avoid}p,li,tr,.tiles{break-inside:avoid}
#totals,#cost,#timeline{break-inside:avoid}
.wide{overflow:visible}
table.plain{font-size:8.5pt}table.plain th{white-space:normal;font-size:8pt}
table.plain td,table.plain tbody th{padding:.25rem .8rem .25rem 0}table.plain .r{padding-left:.8rem;padding-right:0}table.plain tbody th,table.plain td{white-space:nowrap}table.plain td small{font-size:7.5pt}
#rows table{display:table;table-layout:auto;border-collapse:collapse;width:100%}
#rows thead{display:table-header-group;position:static}
#rows tbody,#rows .long tbody{display:table-row-group;content-visibility:visible;contain-intrinsic-size:none}
#rows tr,#rows thead tr{display:table-row;break-inside:avoid}
#rows th,#rows td{display:table-cell;vertical-align:top;padding:.15rem .6rem .15rem 0;border-bottom:1px solid #ddd;font-size:8pt;font-weight:400}
#rows th{border-bottom-color:#888}#rows th button{display:none}#rows th::before{content:attr(data-l);color:#444;white-space:nowrap}
#rows td:nth-child(1),#rows td:nth-child(6){font-size:8pt}
#rows :is(th,td):is(:nth-child(1),:nth-child(4),:nth-child(5)){width:1%;white-space:nowrap;overflow-wrap:normal}
#rows :is(th,td):nth-child(2){width:18%}#rows :is(th,td):nth-child(3){width:20%}#rows :is(th,td):nth-child(6){padding-right:0}
}
`;
