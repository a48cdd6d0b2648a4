import { chromium } from "playwright-core";
const [site,out]=process.argv.slice(2);
const b=await chromium.launch({executablePath:"/usr/bin/chromium",args:["--no-sandbox","--disable-gpu"]});
const index="file://"+site+"/index.html";
async function shot(name,link,size,opts={},act){
 const c=await b.newContext({viewport:size,reducedMotion:"reduce",colorScheme:opts.dark?"dark":"light"});
 const p=await c.newPage();
 await p.goto(index+link);await p.locator("h1").first().waitFor();await p.waitForTimeout(2500);
 if(act)await act(p);
 if(opts.print){await p.emulateMedia({media:"print"});await p.pdf({path:`${out}/${name}.pdf`,format:"A4",preferCSSPageSize:true});}
 else await p.screenshot({path:`${out}/${name}.png`});
 await c.close();
}
const D={width:1400,height:900},P={width:390,height:800};
await shot("v.phone","#/v/tool-1",P);
await shot("matrix-scrolled.desktop","#/",D,{dark:true},async p=>{await p.evaluate("(()=>{const t=document.querySelector('.matrix');t.scrollIntoView();let e=t.parentElement;while(e&&e.scrollWidth<=e.clientWidth)e=e.parentElement;e.scrollLeft=600;e.scrollTop=400;window.scrollBy(0,500)})()");await p.waitForTimeout(300)});
await shot("matrix-compact.desktop","#/?compact=1",D,{},async p=>{for(const t of ["Compact","Order by rank"]){await p.getByLabel(t).check()}await p.evaluate("document.querySelector('.matrix').scrollIntoView()");await p.waitForTimeout(300)});
await shot("matrix-compact.phone","#/",P,{dark:true},async p=>{await p.getByLabel("Compact").check();await p.evaluate("document.querySelector('.matrix').scrollIntoView()");await p.waitForTimeout(300)});
await shot("quality-dark.phone","#/quality",P,{dark:true},async p=>{await p.evaluate("window.scrollBy(0,450)");await p.waitForTimeout(300)});
await shot("rules-dark.desktop","#/rules?wt=-1",D,{dark:true});
await shot("scatter-dark.desktop","#/plot/scatter?c=C.Overall",D,{dark:true});
await shot("empty-runs.desktop","#/runs?q=status:nosuch",D,{});
await shot("print-edition","#/",D,{print:true});
await shot("print-scatter","#/plot/scatter?c=C.Overall",D,{print:true});
await shot("print-category","#/c/C.Overall",D,{print:true});
await b.close();
