// The style of the report's page: light and dark, on paper and on a phone. The table of rows is a grid, so that a
// browser can skip the parts that are not visible. On paper it is a table: browsers repeat only the head of a table on
// each page.
import { SECTION_STYLE } from '../files/sections.ts';

export const STYLE = `${SECTION_STYLE}main,header,footer{max-width:76rem;margin:0 auto;padding:0 1.5rem}
header{padding-top:2.25rem;padding-bottom:.25rem}
.kicker{margin:0;color:var(--soft);font-size:.8125rem}
h1{margin:.35rem 0 .9rem;font-size:1.75rem;line-height:1.2;font-weight:650;letter-spacing:-.015em;text-wrap:balance}
h1.good::before,h1.doubt::before,h1.bad::before,h1.open::before{content:"";display:inline-block;width:.6em;height:.6em;border-radius:50%;margin-right:.45em;background:var(--good)}
h1.doubt::before{background:var(--doubt)}h1.bad::before{background:var(--bad)}h1.open::before{background:var(--accent)}
p.sub{margin:-.45rem 0 .9rem;font-size:1.0625rem}
dl.meta{display:flex;flex-wrap:wrap;gap:.35rem 1.75rem;margin:0 0 1.25rem;font-size:.8125rem}
dl.meta div{min-width:0}dl.meta dt{display:inline;color:var(--soft)}dl.meta dd{display:inline;margin:0 0 0 .4em;overflow-wrap:anywhere}
h3{margin:0;font-size:.8125rem;font-weight:600}
.warn{border-left:3px solid var(--bad);padding:.15rem 0 .15rem .8rem;margin:0 0 .75rem;overflow-wrap:anywhere}
section.quiet{background:none;border:0;padding:.1rem 0 .3rem;margin-bottom:.85rem}section.quiet h2{display:inline;font-size:.9375rem;margin-right:.5em}section.quiet p{display:inline}
#doubts:not(.quiet){background:var(--doubt-bg);border-color:var(--doubt-line)}
#doubts ol.steps{margin:0 0 1rem;padding-left:1.25rem}
ul.doubts{list-style:none;margin:0;padding:0}
ul.doubts li{border-top:1px solid var(--doubt-line);padding:.85rem 0 .75rem;display:grid;grid-template-columns:17rem minmax(0,1fr);gap:.35rem 2rem}
ul.doubts li:last-child{padding-bottom:0}ul.doubts .mono,.said code{font-size:.75rem}
.sum{font-size:1.125rem;font-weight:650;white-space:nowrap}
.said{display:grid;grid-template-columns:4.25rem minmax(0,1fr) auto;gap:.3rem .75rem;align-items:baseline;margin-bottom:.3rem}
.said code{user-select:all}.said code span{display:inline-block;max-width:100%}
button,select,input{font:inherit;color:inherit}
button.copy,.tools button{border:1px solid var(--line);background:var(--card);border-radius:6px;padding:.15rem .6rem;font-size:.8125rem;cursor:pointer}
button:hover{border-color:var(--soft)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.tools{display:flex;flex-wrap:wrap;gap:.6rem;align-items:end;margin-bottom:.75rem}
.tools label{display:grid;gap:.15rem;font-size:.75rem;color:var(--soft)}.tools .grow{flex:1 1 14rem}
.tools input,.tools select{border:1px solid var(--line);border-radius:6px;background:var(--card);color:var(--ink);padding:.35rem .6rem;font-size:.9375rem;width:100%;min-height:2.3rem}
.tools input::placeholder{color:var(--soft);opacity:1}
.tools button{min-height:2.3rem;padding:.35rem .9rem;font-size:.875rem}
.tools output{align-self:end;padding-bottom:.55rem;color:var(--soft);font-size:.8125rem;margin-left:auto}
#rows table{display:block;width:100%}
#rows thead,#rows tbody{display:block}
#rows thead{position:sticky;top:0;background:var(--card);border-bottom:1px solid var(--line);z-index:1}
#rows .long tbody{content-visibility:auto;contain-intrinsic-size:auto 3700px}
#rows tr{display:grid;grid-template-columns:3.75rem minmax(7rem,1.15fr) minmax(8rem,1.5fr) 10rem 6.25rem minmax(11rem,2.3fr);gap:0 1rem;padding:.4rem 0;border-bottom:1px solid var(--faint)}
#rows thead tr{border:0;padding:.3rem 0}
#rows th,#rows td{text-align:left;padding:0;min-width:0;overflow-wrap:anywhere}
#rows .r{text-align:right}
#rows th button{border:0;background:none;padding:.1rem 0;font-size:.8125rem;font-weight:500;color:var(--soft);cursor:pointer}
#rows th[aria-sort=ascending] button::after{content:" \\2191"}#rows th[aria-sort=descending] button::after{content:" \\2193"}
#rows th[aria-sort=ascending] button,#rows th[aria-sort=descending] button{color:var(--ink)}
#rows td:nth-child(1),#rows td:nth-child(6){color:var(--soft);font-size:.8125rem}
.s-created,.s-duplicate{color:var(--good)}.s-in_doubt{color:var(--doubt);font-weight:600}.s-invalid,.s-rejected,.s-failed{color:var(--bad)}.s-not_sent{color:var(--soft)}
footer{padding-top:.5rem;padding-bottom:2.5rem;color:var(--soft);font-size:.75rem}
.only-script{display:none}.scripted .only-script{display:revert}.scripted .tools.only-script{display:flex}
@media screen and (max-width:46rem){
main,header,footer{padding-left:1rem;padding-right:1rem}header{padding-top:1.5rem}h1{font-size:1.375rem}
section{padding:1rem;border-radius:8px}
ul.doubts li{grid-template-columns:minmax(0,1fr)}.said{grid-template-columns:minmax(0,1fr) auto}.said h3{grid-column:1/-1}
#rows thead tr{display:flex;flex-wrap:wrap;gap:.1rem 1rem}
#rows tbody tr{grid-template-columns:minmax(0,1fr) auto;gap:.1rem 1rem;padding:.6rem 0}
#rows td:nth-child(1){grid-area:3/2;text-align:right}#rows td:nth-child(1)::before{content:"line "}
#rows td:nth-child(2){grid-area:1/1;font-weight:600}#rows td:nth-child(3){grid-area:2/1;font-size:.8125rem}
#rows td:nth-child(4){grid-area:1/2}#rows td:nth-child(5){grid-area:2/2;text-align:right}#rows td:nth-child(6){grid-area:3/1}
#rows .long tbody{contain-intrinsic-size:auto 8000px}
}
@media print{
@page{margin:12mm}
body{font-size:9.5pt;background:none}main,header,footer{max-width:none;padding:0}
h1{font-size:16pt}h1::before{display:none!important}
section{border:0;padding:0;margin:0 0 1.2rem;background:none!important}
.only-script,.tools,button.copy{display:none!important}
h2,ol.steps{break-after:avoid}p,li,tr{break-inside:avoid}
#totals,#cost{break-inside:avoid}
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
